#include "core/catalogue/accuracy_reader.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"
#include "core/catalogue/schema_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace roofplan {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr auto accuracyFile = "measurements/accuracy.json";
constexpr std::uintmax_t largestFile = std::uintmax_t{1} << 20U; ///< 1 MiB

struct RangeMember {
    const char* key;
    MeasuredRange MeasuredRanges::*member;
};

constexpr std::array rangeMembers{
    RangeMember{"gpus", &MeasuredRanges::gpus},
    RangeMember{"seq_len", &MeasuredRanges::sequenceLength},
    RangeMember{"tokens_per_gpu", &MeasuredRanges::tokensPerGpu},
    RangeMember{"parameters", &MeasuredRanges::parameters},
    RangeMember{"active_parameters", &MeasuredRanges::activeParameters},
    RangeMember{"tp", &MeasuredRanges::tensorParallel},
    RangeMember{"pp", &MeasuredRanges::pipelineParallel},
    RangeMember{"cp", &MeasuredRanges::contextParallel},
    RangeMember{"ep", &MeasuredRanges::expertParallel},
};

struct WordsMember {
    const char* key;
    std::vector<std::string> MeasuredRanges::*member;
};

constexpr std::array wordsMembers{
    WordsMember{"gpu_ids", &MeasuredRanges::gpuIds},
    WordsMember{"precisions", &MeasuredRanges::precisions},
    WordsMember{"stacks", &MeasuredRanges::stacks},
    WordsMember{"phases", &MeasuredRanges::phases},
    WordsMember{"zero", &MeasuredRanges::zero},
    WordsMember{"mixers", &MeasuredRanges::mixers},
};

std::string wordOf(const json& object, const char* key) {
    const json& word = object.at(key);
    return word.is_null() ? std::string() : word.get<std::string>();
}

/// Quantiles that do not ascend would make bands that hold nothing.
void checkResiduals(const LogResiduals& found, const std::string& place, Diagnostics& findings) {
    if (found.p10 <= found.p50 && found.p50 <= found.p90) {
        return;
    }
    findings.push_back(
        {.code = "accuracy.residuals",
         .place = place,
         .text = {translatable("core", "Found {0}, {1} and {2} as residual_p10, residual_p50 and "
                                       "residual_p90; allowed: in ascending order."),
                  {fmt::format("{:g}", found.p10), fmt::format("{:g}", found.p50),
                   fmt::format("{:g}", found.p90)}}});
}

AccuracyGroup groupOf(const json& object) {
    AccuracyGroup group{.experts = object.at("experts").get<bool>(),
                        .gpu = wordOf(object, "gpu"),
                        .profile = wordOf(object, "profile"),
                        .precision = precisionFromKey(wordOf(object, "precision")),
                        .rows = object.at("rows").get<std::int64_t>(),
                        .groups = object.at("groups").get<std::int64_t>(),
                        .meanAbsolute = object.at("mean_abs").get<double>(),
                        .bias = object.at("bias").get<double>(),
                        .p90Absolute = object.at("p90_abs").get<double>()};
    if (const json& leftOut = object.at("left_out_mean_abs"); !leftOut.is_null()) {
        group.leftOutMeanAbsolute = leftOut.get<double>();
    }
    group.sources = object.at("sources").get<std::int64_t>();
    group.residuals = {.p10 = object.at("residual_p10").get<double>(),
                       .p50 = object.at("residual_p50").get<double>(),
                       .p90 = object.at("residual_p90").get<double>()};
    return group;
}

MeasuredRanges rangesOf(const json& object, const std::string& place, Diagnostics& findings) {
    MeasuredRanges ranges{.experts = object.at("experts").get<bool>()};
    for (const auto& [key, member] : rangeMembers) {
        const json& pair = object.at(key);
        const MeasuredRange range{pair.at(0).get<double>(), pair.at(1).get<double>()};
        if (range.low > range.high) {
            findings.push_back(
                {.code = "accuracy.range",
                 .place = place + "/" + key,
                 .text = {translatable("core", "Found {0}; allowed: the least first, then the "
                                               "most."),
                          {pair.dump()}}});
        }
        ranges.*member = range;
    }
    for (const auto& [key, member] : wordsMembers) {
        ranges.*member = object.at(key).get<std::vector<std::string>>();
    }
    return ranges;
}

/// What tells two groups apart.
bool sameKind(const AccuracyGroup& a, const AccuracyGroup& b) {
    return a.experts == b.experts && a.gpu == b.gpu && a.profile == b.profile &&
           a.precision == b.precision;
}

template <typename Part, typename Same>
void findRepeats(const std::vector<Part>& parts,
                 const Same& same,
                 const std::string& place,
                 Diagnostics& findings) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (same(parts[j], parts[i])) {
                findings.push_back(
                    {.code = "accuracy.repeat",
                     .place = fmt::format("{}/{}", place, i),
                     .text = {translatable("core", "This is of the same plans as number {0}."),
                              {fmt::format("{}", j)}}});
                break;
            }
        }
    }
}

Accuracy accuracyOf(const json& document, const std::string& file, Diagnostics& findings) {
    Accuracy accuracy{.file = file,
                      .date = document.at("date").get<std::string>(),
                      .rows = document.at("rows").get<std::int64_t>()};
    for (const json& group : document.at("groups")) {
        const std::string place = fmt::format("{}#/groups/{}", file, accuracy.groups.size());
        accuracy.groups.push_back(groupOf(group));
        checkResiduals(accuracy.groups.back().residuals, place, findings);
    }
    for (const json& ranges : document.at("ranges")) {
        const std::string place = fmt::format("{}#/ranges/{}", file, accuracy.ranges.size());
        accuracy.ranges.push_back(rangesOf(ranges, place, findings));
    }
    findRepeats(accuracy.groups, sameKind, file + "#/groups", findings);
    findRepeats(
        accuracy.ranges,
        [](const MeasuredRanges& a, const MeasuredRanges& b) { return a.experts == b.experts; },
        file + "#/ranges", findings);
    return accuracy;
}

/// The accuracy in `path`, or everything that is wrong with it.
Expected<Accuracy> readFile(const fs::path& path, const std::string& file, SchemaFolder& schemas) {
    Expected<std::string> text = readTextFile(path, largestFile);
    if (!text) {
        for (Diagnostic& diagnostic : text.error()) {
            diagnostic.place = file;
        }
        return tl::unexpected(text.error());
    }
    const Expected<json> document = parseJsonText(*text, file, "spec.json");
    if (!document) {
        return tl::unexpected(document.error());
    }
    Diagnostics wrong = schemas.check(*document, "accuracy", file);
    if (!wrong.empty()) {
        return tl::unexpected(std::move(wrong));
    }
    try {
        Accuracy accuracy = accuracyOf(*document, file, wrong);
        if (wrong.empty()) {
            return accuracy;
        }
    } catch (const json::exception& error) { // only a schema that was loosened lets this happen
        wrong.push_back(
            {.code = "spec.schema",
             .place = file + "#",
             .text = {translatable("core", "A member is missing or of the wrong type: {0}"),
                      {error.what()}}});
    }
    return tl::unexpected(std::move(wrong));
}

/// The user's file stands in for the shipped one.
Diagnostic ownAccuracy(const std::string& file) {
    return {.severity = Severity::Info,
            .code = "own.changes",
            .place = file,
            .text = {translatable("core", "Your file changes of the shipped {0}: {1}."),
                     {"accuracy", translatable("core", "everything")}},
            .hint = {}};
}

bool isThere(const fs::path& path) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

} // namespace

std::optional<Accuracy>
readAccuracy(const fs::path& shipped, const fs::path& own, Diagnostics& findings) {
    SchemaFolder schemas(shipped / "schema");

    struct Candidate {
        fs::path path;
        std::string file;
    };

    std::vector<Candidate> candidates;
    if (!own.empty() && isThere(own / accuracyFile)) {
        candidates.push_back({own / accuracyFile, std::string("own/") + accuracyFile});
    }
    if (isThere(shipped / accuracyFile)) {
        candidates.push_back({shipped / accuracyFile, accuracyFile});
    }
    for (const Candidate& candidate : candidates) {
        Expected<Accuracy> accuracy = readFile(candidate.path, candidate.file, schemas);
        if (accuracy) {
            if (candidates.size() > 1 && &candidate == candidates.data()) {
                findings.push_back(ownAccuracy(candidate.file));
            }
            return std::move(*accuracy);
        }
        findings.insert(findings.end(), accuracy.error().begin(), accuracy.error().end());
    }
    if (candidates.empty()) {
        findings.push_back(
            {.severity = Severity::Warning,
             .code = "accuracy.missing",
             .place = accuracyFile,
             .text = {translatable("core", "There is no such file: no answer says how well it is "
                                           "known."),
                      {}},
             .hint = {}});
    }
    return std::nullopt;
}

} // namespace roofplan

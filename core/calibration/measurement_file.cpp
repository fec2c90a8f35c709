#include "core/calibration/measurement_file.h"

#include "core/base/json_text.h"
#include "core/calibration/row_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace roofplan {

namespace {

using nlohmann::json;

constexpr std::array<const char*, 5> kindNames{"training", "inference", "collectives", "gemm",
                                               "storage"};

const json* at(const json& row, const std::string& pointer) {
    const json::json_pointer path(pointer);
    return row.contains(path) ? &row.at(path) : nullptr;
}

/// By the fields that only one kind has.
std::optional<MeasurementKind> kindOf(const json& row) {
    if (!row.is_object()) {
        return std::nullopt;
    }
    if (row.contains("collective")) {
        return MeasurementKind::Collectives;
    }
    if (row.contains("op")) {
        return MeasurementKind::Gemm;
    }
    if (row.contains("throughput_GBps") || row.contains("accelerators")) {
        return MeasurementKind::Storage;
    }
    const auto run = row.find("run");
    if (run == row.end() || !run->is_object()) {
        return std::nullopt;
    }
    return run->contains("engine") || run->contains("input_len") ? MeasurementKind::Inference
                                                                 : MeasurementKind::Training;
}

/// The kind of most rows; the earlier one of equals.
std::optional<MeasurementKind> commonKind(const json& rows) {
    std::array<std::size_t, kindNames.size()> counts{};
    for (const json& row : rows) {
        if (const auto kind = kindOf(row)) {
            ++counts[static_cast<std::size_t>(*kind)];
        }
    }
    const auto* const most = std::ranges::max_element(counts);
    return *most == 0 ? std::nullopt
                      : std::optional(static_cast<MeasurementKind>(most - counts.begin()));
}

std::string allKinds() {
    std::string all;
    for (const char* const name : kindNames) {
        all += (all.empty() ? "" : ", ") + std::string(name);
    }
    return all;
}

/// That the row is an object of this kind with an id of its own and a tier.
Diagnostics formFindings(const MeasurementRow& row, MeasurementKind kind, bool repeated) {
    const auto found = kindOf(row.json);
    if (found != kind) {
        return {
            rowFinding(row, "measurement.kind", "",
                       {translatable("core", "found {0}; allowed in this file: a row of kind {1}"),
                        {found ? measurementKindName(*found) : shownJson(row.json),
                         measurementKindName(kind)}})};
    }
    if (textAt(row.json, "/id").empty()) {
        return {rowFinding(row, "measurement.missing", "/id",
                           {translatable("core", "id is missing; allowed: a text that no other "
                                                 "row has"),
                            {}})};
    }
    if (repeated) {
        return {rowFinding(row, "measurement.duplicate", "/id",
                           {translatable("core", "this id stands twice; allowed: once"), {}})};
    }
    static const std::set<std::string> tiers{"A", "B", "C", "D", "G", "R"};
    if (!tiers.contains(textAt(row.json, "/score/tier"))) {
        const json* const tier = at(row.json, "/score/tier");
        return {
            rowFinding(row, "measurement.value", "/score/tier",
                       {translatable("core", "found {0}; allowed: A, B (scored), C, D, G, R (not)"),
                        {tier != nullptr ? shownJson(*tier) : "nothing"}})};
    }
    return {};
}

} // namespace

const char* measurementKindName(MeasurementKind kind) {
    return kindNames[static_cast<std::size_t>(kind)];
}

bool isScoredTier(std::string_view tier) {
    return tier == "A" || tier == "B";
}

std::string textAt(const json& row, const std::string& pointer) {
    const json* const found = at(row, pointer);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

double numberAt(const json& row, const std::string& pointer, double otherwise) {
    const json* const found = at(row, pointer);
    return found != nullptr && found->is_number() ? found->get<double>() : otherwise;
}

std::string targetPointer(MeasurementKind kind, const std::string& target) {
    const bool nested = kind == MeasurementKind::Training || kind == MeasurementKind::Inference;
    return (nested ? "/measured/" : "/") + target;
}

std::string targetOf(const json& row) {
    const json* const target = at(row, "/score/target");
    if (target != nullptr && target->is_array() && !target->empty()) {
        return target->front().is_string() ? target->front().get<std::string>() : std::string();
    }
    return textAt(row, "/score/target");
}

Expected<MeasurementFile>
readMeasurements(std::string_view text, const std::string& fileName, const Catalogue& catalogue) {
    const Expected<json> all = parseJsonText(text, fileName, "measurement.json");
    if (!all) {
        return tl::unexpected(all.error());
    }
    const auto kind = all->is_array() ? commonKind(*all) : std::nullopt;
    if (!kind) {
        return failure({.code = "measurement.kind",
                        .place = fileName,
                        .text = {translatable("core", "Found {0}; allowed: a list of rows of one "
                                                      "kind: {1}."),
                                 {all->is_array() ? "a list without such rows" : shownJson(*all),
                                  allKinds()}}});
    }
    MeasurementFile file{.kind = *kind, .rows = {}, .findings = {}};
    std::set<std::string> ids;
    for (std::size_t i = 0; i < all->size(); ++i) {
        MeasurementRow row{.json = (*all)[i], .place = fileName + "#/" + std::to_string(i)};
        const std::string id = textAt(row.json, "/id");
        row.id = id.empty() ? "#" + std::to_string(i) : id;
        const bool repeated = !id.empty() && !ids.insert(id).second;
        Diagnostics findings = formFindings(row, *kind, repeated);
        if (findings.empty() && isScoredTier(textAt(row.json, "/score/tier"))) {
            findings = rowFindings(row, *kind, catalogue);
        }
        row.sound = findings.empty();
        file.findings.insert(file.findings.end(), findings.begin(), findings.end());
        file.rows.push_back(std::move(row));
    }
    return file;
}

} // namespace roofplan

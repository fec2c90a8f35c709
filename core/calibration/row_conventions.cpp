#include "core/calibration/row_conventions.h"

#include "core/base/json_text.h"
#include "core/calibration/row_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

/// The fields of a row that rules may look at.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> conditionFields{{
    {"id", "/id"},
    {"framework", "/run/framework"},
    {"version", "/run/framework_version"},
    {"notes", "/run/overlap_notes"},
    {"zero", "/run/zero_or_fsdp"},
    {"precision", "/run/precision"},
    {"recompute", "/run/recompute"},
    {"phase", "/phase"},
    {"gpu", "/hardware/gpu"},
    {"model", "/model/name"},
    {"activation", "/model/activation"},
    {"quality", "/quality_note"},
}};

constexpr std::array<std::string_view, 5> ruleMembers{"when", "assume", "correct", "model", "why"};
constexpr std::array<std::string_view, 7> modelMembers{
    "prediction_modules", "expert_width",   "experts_every", "routing_groups",
    "groups_per_token",   "query_key_norm", "expert_bias"};

constexpr std::int64_t mostCount = 1'000'000;

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// The text at `pointer`, empty when it is absent or no text.
std::string textAt(const json& row, std::string_view pointer) {
    const json::json_pointer at{std::string(pointer)};
    if (!row.contains(at) || !row.at(at).is_string()) {
        return {};
    }
    return row.at(at).get<std::string>();
}

double numberAt(const json& row, const char* pointer) {
    const json::json_pointer at{pointer};
    return row.contains(at) && row.at(at).is_number() ? row.at(at).get<double>() : 0.0;
}

bool isDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(),
                                        [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool isMonth(std::string_view text) {
    return isDigits(text) && text >= "01" && text <= "12";
}

/// "2025-09" of "2024-12-26", "NeMo container 25.09" or "Release 25.04"; empty where neither is.
std::string monthIn(std::string_view text) {
    for (std::size_t i = 0; i + 5 <= text.size(); ++i) {
        const bool starts = i == 0 || std::isdigit(static_cast<unsigned char>(text[i - 1])) == 0;
        if (!starts) {
            continue;
        }
        if (i + 7 <= text.size() && text.substr(i, 2) == "20" && isDigits(text.substr(i, 4)) &&
            text[i + 4] == '-' && isMonth(text.substr(i + 5, 2))) {
            return std::string(text.substr(i, 7));
        }
        if (isDigits(text.substr(i, 2)) && text[i] == '2' && text[i + 2] == '.' &&
            isMonth(text.substr(i + 3, 2))) {
            return "20" + std::string(text.substr(i, 2)) + "-" + std::string(text.substr(i + 3, 2));
        }
    }
    return {};
}

std::vector<std::string> words(const json& value) {
    std::vector<std::string> list;
    if (value.is_string()) {
        list.push_back(lower(value.get<std::string>()));
    } else if (value.is_array()) {
        for (const json& word : value) {
            if (word.is_string()) {
                list.push_back(lower(word.get<std::string>()));
            }
        }
    }
    return list;
}

template <typename T>
void take(const json& object, const char* key, std::optional<T>& value) {
    const auto found = object.find(key);
    if (found == object.end()) {
        return;
    }
    if constexpr (std::is_same_v<T, bool>) {
        if (found->is_boolean()) {
            value = found->template get<bool>();
        }
    } else if (found->is_number()) {
        value = found->template get<T>();
    }
}

template <typename T>
void override(std::optional<T>& value, const std::optional<T>& later) {
    if (later) {
        value = later;
    }
}

ModelAssumptions modelAssumptions(const json& object) {
    ModelAssumptions model;
    take(object, "prediction_modules", model.predictionModules);
    take(object, "expert_width", model.expertWidth);
    take(object, "experts_every", model.expertsEvery);
    take(object, "routing_groups", model.routingGroups);
    take(object, "groups_per_token", model.groupsPerToken);
    take(object, "query_key_norm", model.queryKeyNorm);
    take(object, "expert_bias", model.expertBias);
    return model;
}

void apply(RowAssumptions& all, const RowAssumptions& later) {
    for (const auto& [key, value] : later.fields) {
        all.fields[key] = value;
    }
    for (const auto& [key, value] : later.corrections) {
        all.corrections[key] = value;
    }
    override(all.recomputedShare, later.recomputedShare);
    override(all.expertsFollowTp, later.expertsFollowTp);
    override(all.model.predictionModules, later.model.predictionModules);
    override(all.model.expertWidth, later.model.expertWidth);
    override(all.model.expertsEvery, later.model.expertsEvery);
    override(all.model.routingGroups, later.model.routingGroups);
    override(all.model.groupsPerToken, later.model.groupsPerToken);
    override(all.model.queryKeyNorm, later.model.queryKeyNorm);
    override(all.model.expertBias, later.model.expertBias);
    override(all.layersPerChunk, later.layersPerChunk);
    override(all.peakReserveGib, later.peakReserveGib);
    if (!later.notScored.empty()) {
        all.notScored = later.notScored;
    }
}

bool expertsBeyondDomain(const json& row) {
    return numberAt(row, "/run/ep") * std::max(1.0, numberAt(row, "/run/etp")) >
           numberAt(row, "/hardware/nvlink_domain");
}

/// Reads one rule; what is wrong in it goes to `findings`.
class RuleReader {
public:
    RuleReader(std::string_view file, std::string place, Diagnostics& findings)
        : m_file(file), m_place(std::move(place)), m_findings(findings) {}

    RowRule read(const json& from) {
        RowRule rule;
        if (!from.is_object()) {
            report("", {translatable("core", "found {0}, allowed: an object"), {shownJson(from)}});
            return rule;
        }
        knownMembers("", from, ruleMembers);
        for (const char* const member : {"when", "assume", "correct", "model"}) {
            if (from.contains(member) && !from.at(member).is_object()) {
                report(std::string("/") + member,
                       {translatable("core", "found {0}, allowed: an object"),
                        {shownJson(from.at(member))}});
            }
        }
        knownMembers("/model", objectAt(from, "model"), modelMembers);
        for (const auto& [key, value] : objectAt(from, "when").items()) {
            condition(rule, key, value);
        }
        for (const auto& [key, value] : objectAt(from, "assume").items()) {
            assumption(rule.assume, key, value);
        }
        for (const auto& [key, value] : objectAt(from, "correct").items()) {
            if (value.is_string()) {
                rule.assume.corrections[key] = value.get<std::string>();
            } else {
                report("/correct/" + key,
                       {translatable("core", "found {0}, allowed: a text"), {shownJson(value)}});
            }
        }
        for (const auto& [key, value] : objectAt(from, "model").items()) {
            const bool flag = key == "query_key_norm" || key == "expert_bias";
            const bool count = value.is_number_integer() && value >= 1 && value <= mostCount;
            if (flag ? !value.is_boolean() : !count) {
                report("/model/" + key,
                       {flag ? translatable("core", "found {0}, allowed: true or false")
                             : translatable("core", "found {0}, allowed: a whole number from 1"),
                        {shownJson(value)}});
            }
        }
        rule.assume.model = modelAssumptions(objectAt(from, "model"));
        return rule;
    }

private:
    /// A misspelt member would be passed over in silence.
    template <typename Members>
    void knownMembers(const std::string& place, const json& object, const Members& members) {
        for (const auto& item : object.items()) {
            if (std::find(members.begin(), members.end(), item.key()) == members.end()) {
                std::string allowed;
                for (const std::string_view member : members) {
                    allowed += (allowed.empty() ? "" : ", ") + std::string(member);
                }
                report(place + "/" + item.key(),
                       {translatable("core", "found {0}, allowed: {1}"), {item.key(), allowed}});
            }
        }
    }

    void condition(RowRule& rule, const std::string& key, const json& value) {
        const auto isField = [&key](const auto& field) { return field.first == key; };
        if (key == "silent") {
            rule.silent = words(value);
        } else if (key == "released_from" && value.is_string()) {
            rule.from = value.get<std::string>();
        } else if (key == "released_before" && value.is_string()) {
            rule.before = value.get<std::string>();
        } else if (key == "experts" && value.is_boolean()) {
            rule.experts = value.get<bool>();
        } else if (key == "pipelined" && value.is_boolean()) {
            rule.pipelined = value.get<bool>();
        } else if (key == "experts_beyond_domain" && value.is_boolean()) {
            rule.expertsBeyondDomain = value.get<bool>();
        } else if (std::any_of(conditionFields.begin(), conditionFields.end(), isField) &&
                   !words(value).empty()) {
            rule.contains[key] = words(value);
        } else {
            report(
                "/when/" + key,
                {translatable("core", "found {0}, which is no condition that rows can be held to"),
                 {shownJson(value)}});
        }
    }

    void assumption(RowAssumptions& assume, const std::string& key, const json& value) {
        if (key == "layers_per_chunk" && value.is_number() && value.get<double>() > 0.0) {
            assume.layersPerChunk = value.get<double>();
        } else if (key == "experts_follow_tp" && value.is_boolean()) {
            assume.expertsFollowTp = value.get<bool>();
        } else if (key == "recompute_share" && value.is_number() && value.get<double>() >= 0.0 &&
                   value.get<double>() <= 1.0) {
            assume.recomputedShare = value.get<double>();
        } else if (key == "peak_reserve_gib" && value.is_number()) {
            assume.peakReserveGib = value.get<double>();
        } else if (key == "not_scored" && value.is_string()) {
            assume.notScored = value.get<std::string>();
        } else if (value.is_string()) {
            assume.fields[key] = value.get<std::string>();
        } else {
            report("/assume/" + key,
                   {translatable("core", "found {0}, allowed: a text"), {shownJson(value)}});
        }
    }

    void report(const std::string& place, Text text) {
        m_findings.push_back({Severity::Error,
                              "conventions.wrong",
                              std::string(m_file) + "#" + m_place + place,
                              std::move(text),
                              {}});
    }

    std::string_view m_file;
    std::string m_place;
    Diagnostics& m_findings;
};

/// Whether `word` stands in `text` at the beginning of a word: "b200" is not in "gb200".
bool begins(const std::string& text, const std::string& word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const bool inside = at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
        const bool starts = std::isalnum(static_cast<unsigned char>(word.front())) != 0;
        if (!inside || !starts) {
            return true;
        }
    }
    return false;
}

bool holds(const RowRule& rule, const json& row, const std::string& release, bool experts) {
    if ((!rule.from.empty() && release < rule.from) ||
        (!rule.before.empty() && (release.empty() || release >= rule.before)) ||
        (rule.experts && *rule.experts != experts) ||
        (rule.pipelined && *rule.pipelined != (numberAt(row, "/run/pp") > 1.0)) ||
        (rule.expertsBeyondDomain && *rule.expertsBeyondDomain != expertsBeyondDomain(row))) {
        return false;
    }
    const bool silent =
        std::all_of(rule.silent.begin(), rule.silent.end(), [&row](const std::string& field) {
            const json& run = objectAt(row, "run");
            const auto found = run.find(field);
            return found == run.end() || found->is_null();
        });
    return silent && std::all_of(rule.contains.begin(), rule.contains.end(), [&](const auto& one) {
               const auto* const field =
                   std::find_if(conditionFields.begin(), conditionFields.end(),
                                [&one](const auto& f) { return f.first == one.first; });
               const std::string text = lower(textAt(row, field->second));
               return std::any_of(one.second.begin(), one.second.end(),
                                  [&text](const std::string& word) { return begins(text, word); });
           });
}

} // namespace

std::string rowRelease(const json& row) {
    const std::string version = monthIn(textAt(row, "/run/framework_version"));
    // Versions of submissions are boilerplate of their makers: the round is the date.
    const bool submission = textAt(row, "/run/framework").find("submission") != std::string::npos;
    if (!version.empty() && !submission) {
        return version;
    }
    const std::string source = monthIn(textAt(row, "/source/date"));
    return source.empty() ? version : source;
}

Expected<RowConventions> RowConventions::read(std::string_view text, std::string_view fileName) {
    const Expected<json> parsed = parseJsonText(text, fileName, "conventions.no_json");
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    RowConventions conventions;
    Diagnostics findings;
    const json& rules =
        parsed->is_object() && parsed->contains("rules") ? (*parsed)["rules"] : *parsed;
    for (std::size_t i = 0; i < rules.size() && rules.is_array(); ++i) {
        conventions.m_rules.push_back(
            RuleReader(fileName, "/rules/" + std::to_string(i), findings).read(rules[i]));
    }
    if (!rules.is_array()) {
        findings.push_back(
            {Severity::Error,
             "conventions.wrong",
             std::string(fileName) + "#/rules",
             {translatable("core", "found {0}, allowed: a list of rules"), {shownJson(rules)}},
             {}});
    }
    if (!findings.empty()) {
        return tl::unexpected(std::move(findings));
    }
    return conventions;
}

RowAssumptions RowConventions::assumptionsFor(const json& row) const {
    RowAssumptions all;
    const std::string release = rowRelease(row);
    const bool experts = !objectAt(objectAt(row, "model"), "moe").empty();
    for (const RowRule& rule : m_rules) {
        if (holds(rule, row, release, experts)) {
            apply(all, rule.assume);
        }
    }
    return all;
}

} // namespace roofplan

#include "core/calibration/accuracy.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <map>
#include <set>
#include <utility>
#include <variant>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t fewestRows = 3;

/// What tells the groups apart; empty where a group is of all of them.
struct GroupKey {
    bool experts = false;
    std::string gpu;
    std::string profile;
    std::string precision;

    auto operator<=>(const GroupKey&) const = default;
};

struct GroupRows {
    std::vector<FidelityItem> fitted;
    std::vector<FidelityItem> leftOut; ///< as predicted without their family
};

using Questions = std::map<std::string, const ResolvedScenario*>; ///< by id of the row

Questions questionsById(const TrainingQuestions& questions) {
    Questions all;
    for (std::size_t i = 0; i < questions.rows().size(); ++i) {
        if (const auto& question = questions.question(i)) {
            all.emplace(questions.rows()[i].item.id, &*question);
        }
    }
    return all;
}

/// All groups that a row belongs to, the narrowest first.
std::vector<GroupKey> keysOf(const FidelityItem& item, const ResolvedScenario& question) {
    const bool experts = item.experts.value_or(false);
    const std::string precision(precisionKey(question.workload.precision));
    return {{experts, question.gpu->id, "", precision},
            {experts, question.gpu->id, "", ""},
            {experts, "", question.profile->id, ""},
            {experts, "", "", ""}};
}

/// As times, so that errors mean the same of all rows: a rate that is too high is a step that is
/// too short.
FidelityItem asTime(FidelityItem item) {
    if (item.target == "tokens_per_s_per_gpu") {
        std::swap(item.predicted, item.measured);
        item.target = "step_time_s";
    }
    return item;
}

std::map<GroupKey, GroupRows> groupsOf(const std::vector<FidelityItem>& fitted,
                                       const std::vector<FidelityItem>& leftOut,
                                       const Questions& questions) {
    std::map<GroupKey, GroupRows> groups;
    for (const auto& [items, member] :
         {std::pair{&fitted, &GroupRows::fitted}, std::pair{&leftOut, &GroupRows::leftOut}}) {
        for (const FidelityItem& item : *items) {
            for (const GroupKey& key : keysOf(item, *questions.at(item.id))) {
                (groups[key].*member).push_back(asTime(item));
            }
        }
    }
    return groups;
}

LogResiduals residualsOf(const std::vector<FidelityItem>& items) {
    const std::vector<double> weights = itemWeights(items);
    std::vector<Weighted> residuals;
    for (std::size_t i = 0; i < items.size(); ++i) {
        residuals.push_back({items[i].residual(), weights[i]});
    }
    return {.p10 = weightedQuantile(residuals, 0.1),
            .p50 = weightedQuantile(residuals, 0.5),
            .p90 = weightedQuantile(residuals, 0.9)};
}

AccuracyGroup groupOf(const GroupKey& key, const GroupRows& rows) {
    std::set<std::pair<std::string, std::string>> repeats;
    std::set<std::string> sources;
    for (const FidelityItem& item : rows.fitted) {
        repeats.emplace(item.family, item.group.empty() ? item.id : item.group);
        sources.insert(item.family);
    }
    const ErrorStatistics fitted = errorStatistics(rows.fitted);
    AccuracyGroup group{.experts = key.experts,
                        .gpu = key.gpu,
                        .profile = key.profile,
                        .precision = precisionFromKey(key.precision),
                        .rows = static_cast<std::int64_t>(fitted.n),
                        .groups = static_cast<std::int64_t>(repeats.size()),
                        .meanAbsolute = fitted.meanAbsolute,
                        .bias = fitted.bias,
                        .p90Absolute = fitted.p90Absolute,
                        .sources = static_cast<std::int64_t>(sources.size()),
                        .residuals = residualsOf(rows.fitted)};
    if (!rows.leftOut.empty()) {
        group.leftOutMeanAbsolute = errorStatistics(rows.leftOut).meanAbsolute;
    }
    return group;
}

/// A share to four digits behind the point: a hundredth of a percent.
Json shareJson(double share) {
    constexpr double tenThousand = 1e4;
    return std::round(share * tenThousand) / tenThousand;
}

Json wordOrNull(const std::string& word) {
    return word.empty() ? Json() : Json(word);
}

Json groupJson(const AccuracyGroup& group) {
    return {
        {"experts", group.experts},
        {"gpu", wordOrNull(group.gpu)},
        {"profile", wordOrNull(group.profile)},
        {"precision", group.precision ? Json(std::string(precisionKey(*group.precision))) : Json()},
        {"rows", group.rows},
        {"groups", group.groups},
        {"mean_abs", shareJson(group.meanAbsolute)},
        {"bias", shareJson(group.bias)},
        {"p90_abs", shareJson(group.p90Absolute)},
        {"left_out_mean_abs",
         group.leftOutMeanAbsolute ? shareJson(*group.leftOutMeanAbsolute) : Json()},
        {"sources", group.sources},
        {"residual_p10", shareJson(group.residuals.p10)},
        {"residual_p50", shareJson(group.residuals.p50)},
        {"residual_p90", shareJson(group.residuals.p90)}};
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

Json rangeJson(const Range& range) {
    return {static_cast<std::int64_t>(std::llround(range.low)),
            static_cast<std::int64_t>(std::llround(range.high))};
}

/// The key of a choice.
template <typename Names, typename Value>
std::string keyOf(const Names& names, Value value) {
    const auto found =
        std::ranges::find_if(names, [value](const auto& name) { return name.value == value; });
    return found == names.end() ? std::string() : std::string(found->key);
}

std::set<std::string> mixersOf(const Transformer& model) {
    std::set<std::string> mixers;
    for (const std::uint16_t layer : model.layers) {
        const TokenMixer& mixer = model.layerKinds[layer].tokenMixer;
        if (const auto* const grouped = std::get_if<GroupedQueryAttention>(&mixer)) {
            mixers.insert(grouped->span.kind == AttentionSpan::Kind::Full ? "gqa" : "window");
        } else if (std::holds_alternative<LatentAttention>(mixer)) {
            mixers.insert("mla");
        }
    }
    return mixers;
}

/// What the rows of one kind span.
class Measured {
public:
    void add(const ResolvedScenario& q) {
        const auto whole = [](std::int64_t value) { return static_cast<double>(value); };
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, double>>{
                 {"gpus", whole(q.gpus)},
                 {"seq_len", whole(q.workload.sequenceLength)},
                 {"tokens_per_gpu", q.tokensPerStep() / whole(q.gpus)},
                 {"parameters", whole(q.parameters.total())},
                 {"active_parameters", whole(q.parameters.active())},
                 {"tp", whole(q.plan.tensorParallel)},
                 {"pp", whole(q.plan.pipelineParallel)},
                 {"cp", whole(q.plan.contextParallel)},
                 {"ep", whole(q.plan.expertParallel)}}) {
            m_ranges[name].add(value);
        }
        m_words["gpu_ids"].insert(q.gpu->id);
        m_words["precisions"].insert(std::string(precisionKey(q.workload.precision)));
        m_words["stacks"].insert(q.stack->id);
        m_words["phases"].insert(keyOf(trainingPhaseNames, q.workload.phase));
        m_words["zero"].insert(keyOf(zeroStageNames, q.plan.zero));
        m_words["mixers"].merge(mixersOf(*q.model));
    }

    [[nodiscard]] Json json(bool experts) const {
        Json json{{"experts", experts}};
        for (const char* const name : {"gpus", "seq_len", "tokens_per_gpu", "parameters",
                                       "active_parameters", "tp", "pp", "cp", "ep"}) {
            json[name] = rangeJson(m_ranges.at(name));
        }
        for (const char* const name :
             {"gpu_ids", "precisions", "stacks", "phases", "zero", "mixers"}) {
            json[name] = m_words.at(name);
        }
        return json;
    }

private:
    std::map<std::string, Range> m_ranges;
    std::map<std::string, std::set<std::string>> m_words;
};

/// A list with one item a line.
std::string listText(const std::vector<Json>& items) {
    std::string text = "[";
    for (const Json& item : items) {
        text += (text.size() == 1 ? "\n    " : ",\n    ") + item.dump();
    }
    return text + "\n  ]";
}

} // namespace

std::vector<AccuracyGroup> accuracyGroups(const std::vector<FidelityItem>& fitted,
                                          const std::vector<FidelityItem>& leftOut,
                                          const TrainingQuestions& questions) {
    std::vector<AccuracyGroup> groups;
    for (const auto& [key, rows] : groupsOf(fitted, leftOut, questionsById(questions))) {
        if (rows.fitted.size() >= fewestRows) {
            groups.push_back(groupOf(key, rows));
        }
    }
    return groups;
}

std::string accuracyText(const Calibration& calibration,
                         const TrainingQuestions& questions,
                         const std::string& date) {
    const Questions byId = questionsById(questions);
    std::vector<FidelityItem> leftOut;
    for (const LeftOut& family : calibration.families) {
        leftOut.insert(leftOut.end(), family.items.begin(), family.items.end());
    }
    std::vector<Json> groups;
    for (const AccuracyGroup& group : accuracyGroups(calibration.fitted, leftOut, questions)) {
        groups.push_back(groupJson(group));
    }
    std::map<bool, Measured> measured;
    for (const FidelityItem& item : calibration.fitted) {
        measured[item.experts.value_or(false)].add(*byId.at(item.id));
    }
    std::vector<Json> ranges;
    for (const auto& [experts, part] : measured) {
        ranges.push_back(part.json(experts));
    }
    return "{\n  \"kind\": \"accuracy\",\n  \"date\": " + Json(date).dump() +
           ",\n  \"rows\": " + std::to_string(calibration.fitted.size()) +
           ",\n  \"groups\": " + listText(groups) + ",\n  \"ranges\": " + listText(ranges) +
           "\n}\n";
}

} // namespace roofplan

#include "app/cli/space_text.h"

#include "app/cli/plan_answers.h"
#include "core/report/report_json.h"
#include "core/report/scenario_json.h"
#include "core/report/text_columns.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <span>
#include <vector>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The values of a field, in order.
struct Dimension {
    std::string key;
    std::vector<std::string> values;
};

std::vector<std::string> texts(const std::set<std::int64_t>& counts) {
    std::vector<std::string> list;
    for (const std::int64_t count : counts) {
        list.push_back(fmt::format("{}", count));
    }
    return list;
}

/// Values of what every group has one of.
Dimension ofPlans(const PlanSpace& space,
                  PlanField field,
                  const std::function<std::int64_t(const ParallelPlan&)>& value) {
    std::set<std::int64_t> values;
    for (const PlanGroup& group : space.groups()) {
        values.insert(value(group.plan));
    }
    return {.key = std::string(planFieldKey(field)), .values = texts(values)};
}

/// Values of what every group lists.
Dimension
ofLists(const PlanSpace& space, PlanField field, std::span<const std::int64_t> PlanGroup::*list) {
    std::set<std::int64_t> values;
    for (const PlanGroup& group : space.groups()) {
        values.insert((group.*list).begin(), (group.*list).end());
    }
    return {.key = std::string(planFieldKey(field)), .values = texts(values)};
}

/// The names of a choice that any group offers, in the order of the names.
template <typename Choice, std::size_t N>
Dimension ofChoices(const PlanSpace& space,
                    PlanField field,
                    const std::array<ChoiceName<Choice>, N>& names,
                    std::span<const Choice> PlanGroup::*list) {
    Dimension dimension{.key = std::string(planFieldKey(field)), .values = {}};
    for (const auto& name : names) {
        if (std::ranges::any_of(space.groups(), [&](const PlanGroup& group) {
                return std::ranges::find(group.*list, name.value) != (group.*list).end();
            })) {
            dimension.values.emplace_back(name.key);
        }
    }
    return dimension;
}

/// none, selective, full, then full recomputation of so many layers.
Dimension recomputations(const PlanSpace& space) {
    std::set<std::pair<Recompute, std::int64_t>> choices;
    for (const PlanGroup& group : space.groups()) {
        for (const RecomputeChoice& choice : group.recompute) {
            choices.emplace(choice.recompute, choice.layers.value_or(0));
        }
    }
    Dimension dimension{.key = std::string(planFieldKey(PlanField::Recompute)), .values = {}};
    for (const auto& [recompute, layers] : choices) {
        const std::string key(recomputeNames[static_cast<std::size_t>(recompute)].key);
        dimension.values.push_back(layers > 0 ? fmt::format("{} {}", key, layers) : key);
    }
    return dimension;
}

std::vector<Dimension> dimensionsOf(const PlanSpace& space) {
    using P = const ParallelPlan&;
    std::vector<Dimension> all{
        ofPlans(space, PlanField::TensorParallel, [](P p) { return p.tensorParallel; }),
        ofPlans(space, PlanField::PipelineParallel, [](P p) { return p.pipelineParallel; }),
        ofLists(space, PlanField::VirtualPipeline, &PlanGroup::virtualPipelines),
        ofPlans(space, PlanField::ContextParallel, [](P p) { return p.contextParallel; }),
        ofPlans(space, PlanField::ExpertParallel, [](P p) { return p.expertParallel; }),
        ofPlans(space, PlanField::ExpertTensorParallel, [](P p) { return p.expertTensorParallel; }),
        ofPlans(space, PlanField::DataParallel, [](P p) { return p.dataParallel.value_or(1); }),
        ofLists(space, PlanField::MicroBatch, &PlanGroup::microBatches),
        ofPlans(space, PlanField::SequenceParallel,
                [](P p) { return std::int64_t{p.sequenceParallel ? 1 : 0}; }),
        ofChoices(space, PlanField::Zero, zeroStageNames, &PlanGroup::zero),
        recomputations(space),
        ofChoices(space, PlanField::Offload, offloadNames, &PlanGroup::offload)};
    for (Dimension& dimension : all) {
        if (dimension.key == planFieldKey(PlanField::SequenceParallel)) {
            for (std::string& value : dimension.values) {
                value = value == "1" ? "yes" : "no";
            }
        }
    }
    return all;
}

std::string joined(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) {
        text += (text.empty() ? "" : ", ") + value;
    }
    return text.empty() ? "none is legal" : text;
}

} // namespace

std::string
spaceText(const Scenario& scenario, const ResolvedScenario& resolved, const PlanSpace& space) {
    std::string text = fmt::format(
        "{}{} on {}\n{} legal plans of {} layouts\n\n",
        scenario.name.empty() ? "" : scenario.name + ": ", resolved.model->name,
        clusterText(scenario.cluster, resolved.gpus), space.count(), space.groups().size());
    TextColumns table("  ");
    for (const Dimension& dimension : dimensionsOf(space)) {
        table.add({dimension.key, joined(dimension.values)});
    }
    text += table.text();
    if (!space.refusals().empty()) {
        text += "\nNot among them\n";
        for (const Diagnostic& refused : space.refusals()) {
            text += "  " + refused.place + ": " + refused.text.plain() + "\n";
        }
    }
    return text;
}

Json spaceJson(const Scenario& scenario, const ResolvedScenario& resolved, const PlanSpace& space) {
    Json json;
    json["scenario"] = scenarioJson(scenario);
    json["gpus"] = resolved.gpus;
    json["space"] = space.count();
    json["layouts"] = space.groups().size();
    json["values"] = Json::object();
    for (const Dimension& dimension : dimensionsOf(space)) {
        Json values = Json::array();
        for (const std::string& value : dimension.values) {
            const bool isNumber = value.find_first_not_of("0123456789") == std::string::npos;
            values.push_back(isNumber ? Json(std::stoll(value)) : Json(value));
        }
        json["values"][dimension.key] = std::move(values);
    }
    json["refused"] = diagnosticsJson(space.refusals());
    return json;
}

} // namespace roofplan::cli

#include "core/report/scenario_json.h"

#include "core/scenario/field_table.h"
#include "core/units/quantity_text.h"
#include "core/units/unit_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

constexpr double largestExactWhole = 9007199254740992.0;

Json numberJson(double value) {
    if (!std::isfinite(value)) {
        return nullptr;
    }
    if (value == std::floor(value) && std::abs(value) < largestExactWhole) {
        return static_cast<std::int64_t>(value);
    }
    return value;
}

/// A number in the unit that one without a unit is in: USD/h, Gbit/s, percent, else the base unit.
/// What the conversion leaves beyond fifteen digits is its own rounding.
double keyNumber(double base, UnitKind kind) {
    const double factor = unitsOf(kind).front().factor();
    double number = base / factor;
    if (factor != 1.0) {
        const std::string text = fmt::format("{:.15g}", number);
        std::from_chars(text.data(), text.data() + text.size(), number);
    }
    return number;
}

Json fieldJson(const Field& field, const Scenario& scenario) {
    const std::string text = field.get(scenario);
    if (text.empty() || !fieldApplies(field, scenario)) {
        return nullptr;
    }
    switch (field.type) {
    case FieldType::Flag:
        return text == "yes" || text == "true" || text == "on" || text == "1";
    case FieldType::Whole:
    case FieldType::Measure:
        if (const auto number = parseQuantity(text, field.unit, field.key)) {
            return numberJson(keyNumber(*number, field.unit));
        }
        break;
    case FieldType::OneOf:
    case FieldType::Several:
    case FieldType::Date:
    case FieldType::Month:
        break;
    }
    return text;
}

template <typename E, std::size_t N>
std::string choiceKey(const std::array<ChoiceName<E>, N>& names, E value) {
    return std::string(names[static_cast<std::size_t>(value)].key);
}

} // namespace

Json scenarioJson(const Scenario& scenario) {
    Json json;
    json["name"] = scenario.name;
    for (const Field& field : fieldTable()) {
        json[std::string(field.key)] = fieldJson(field, scenario);
    }
    return json;
}

Json planJson(const Result& result) {
    const ParallelPlan& plan = result.plan;
    const std::int64_t share = plan.tensorParallel * plan.pipelineParallel * plan.contextParallel;
    Json json;
    json["tp"] = plan.tensorParallel;
    json["pp"] = plan.pipelineParallel;
    json["virtual_pp"] = plan.virtualPipeline;
    json["cp"] = plan.contextParallel;
    json["ep"] = plan.expertParallel;
    json["etp"] = plan.expertTensorParallel;
    json["dp"] = plan.dataParallel ? *plan.dataParallel : result.gpus / (share > 0 ? share : 1);
    json["micro_batch"] = plan.microBatch;
    json["zero"] = choiceKey(zeroStageNames, plan.zero);
    json["schedule"] = plan.virtualPipeline > 1 ? "interleaved" : "1f1b";
    json["recompute"] = choiceKey(recomputeNames, plan.recompute);
    json["offload"] = choiceKey(offloadNames, plan.offload);
    json["sequence_parallel"] = plan.sequenceParallel;
    json["micro_batches"] = result.microBatches;
    json["gpus"] = result.gpus;
    return json;
}

} // namespace roofplan

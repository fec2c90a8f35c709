#include "core/report/report_json.h"

#include "core/report/not_modelled.h"
#include "core/report/parameters_json.h"
#include "core/report/scenario_json.h"
#include "core/report/term_json.h"
#include "core/result/verdict.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array headlineKeys{
    "step_time_s",
    "tokens_per_s",
    "tokens_per_s_per_gpu",
    "mfu",
    "hfu",
    "mfu_full_attention",
    "hfu_full_attention",
    "time_to_train_s",
    "cost_usd",
    "cost_converted",
    "billed_time_s",
    "memory_peak_bytes",
    "memory_capacity_bytes",
    "exposed_communication_s",
};

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

Json emptyHeadline() {
    Json json;
    for (const char* key : headlineKeys) {
        json[key] = nullptr;
    }
    for (const NotModelled& figure : notModelled()) {
        json[figure.headlineKey] = nullptr;
    }
    return json;
}

Json convertedJson(const std::optional<ConvertedCost>& cost) {
    if (!cost) {
        return nullptr;
    }
    return {{"currency", cost->currency},
            {"rate", number(cost->rate)},
            {"date", cost->date},
            {"value", number(cost->value)}};
}

Json headlineJson(const Result& result) {
    const Headline& headline = result.headline;
    Json json = emptyHeadline();
    json["memory_peak_bytes"] = number(headline.memoryPeak.base());
    json["memory_capacity_bytes"] = number(headline.memoryCapacity.base());
    if (!result.feasible) {
        return json;
    }
    json["step_time_s"] = number(headline.stepTime.base());
    json["tokens_per_s"] = number(headline.tokensPerSecond.base());
    json["tokens_per_s_per_gpu"] = number(headline.tokensPerSecondPerGpu.base());
    json["mfu"] = number(headline.mfu);
    json["hfu"] = number(headline.hfu);
    json["mfu_full_attention"] = number(headline.mfuFullAttention);
    json["hfu_full_attention"] = number(headline.hfuFullAttention);
    json["time_to_train_s"] = number(headline.timeToTrain.base());
    json["cost_usd"] = headline.cost ? number(headline.cost->base()) : Json();
    json["cost_converted"] = convertedJson(result.costConverted);
    json["billed_time_s"] = headline.billedTime ? number(headline.billedTime->base()) : Json();
    json["exposed_communication_s"] = number(headline.exposedCommunication.base());
    return json;
}

Json modelJson(const std::string& name, const ParameterCount& parameters) {
    Json json{{"name", name}};
    putParameters(json, parameters);
    return json;
}

/// What the cost rests on: the plan, and the region and day of its list price.
Json priceJson(const Cluster& cluster, const Result& result) {
    if (!result.headline.cost) {
        return nullptr;
    }
    const auto& plan = pricePlanNames[static_cast<std::size_t>(cluster.pricePlan)];
    const bool listed = !result.priceDate.empty();
    return {{"plan", plan.key},
            {"region", listed ? Json(cluster.region) : Json()},
            {"date", listed ? Json(result.priceDate) : Json()}};
}

Json wordOrNull(const std::string& word) {
    return word.empty() ? Json() : Json(word);
}

Json outsideJson(const OutsideMeasured& outside) {
    Json json{{"field", measuredFieldKey(outside.field)}};
    if (outside.isNumber()) {
        json["found"] = number(outside.found);
        json["low"] = number(outside.measured.low);
        json["high"] = number(outside.measured.high);
        json["measured"] = nullptr;
    } else {
        json["found"] = outside.word;
        json["low"] = nullptr;
        json["high"] = nullptr;
        json["measured"] = outside.measuredWords;
    }
    return json;
}

/// The nearest group of measured runs, its errors as fractions, and what it does not reach.
Json confidenceJson(const std::optional<Confidence>& confidence) {
    if (!confidence) {
        return nullptr;
    }
    Json json;
    for (const char* key : {"group", "rows", "mean_abs", "bias", "p90_abs", "left_out_mean_abs"}) {
        json[key] = nullptr;
    }
    if (const auto& group = confidence->group) {
        json["group"] = {
            {"experts", group->experts},
            {"gpu", wordOrNull(group->gpu)},
            {"profile", wordOrNull(group->profile)},
            {"precision", group->precision ? Json(precisionKey(*group->precision)) : Json()}};
        json["rows"] = group->rows;
        json["mean_abs"] = number(group->meanAbsolute);
        json["bias"] = number(group->bias);
        json["p90_abs"] = number(group->p90Absolute);
        json["left_out_mean_abs"] =
            group->leftOutMeanAbsolute ? number(*group->leftOutMeanAbsolute) : Json();
    }
    json["outside"] = Json::array();
    for (const OutsideMeasured& outside : confidence->outside) {
        json["outside"].push_back(outsideJson(outside));
    }
    return json;
}

template <typename Q>
Json bandJson(const Band<Q>& band) {
    return {{"p10", number(band.low.base())}, {"p90", number(band.high.base())}};
}

Json bandJson(const Band<double>& band) {
    return {{"p10", number(band.low)}, {"p90", number(band.high)}};
}

/// P10 and P90 by headline key, and what they rest on.
Json uncertaintyJson(const std::optional<Uncertainty>& uncertainty) {
    if (!uncertainty) {
        return nullptr;
    }
    const Uncertainty& u = *uncertainty;
    return {{"step_time_s", bandJson(u.stepTime)},
            {"tokens_per_s", bandJson(u.tokensPerSecond)},
            {"tokens_per_s_per_gpu", bandJson(u.tokensPerSecondPerGpu)},
            {"mfu", bandJson(u.mfu)},
            {"hfu", bandJson(u.hfu)},
            {"time_to_train_s", bandJson(u.timeToTrain)},
            {"cost_usd", u.cost ? bandJson(*u.cost) : Json()},
            {"log_ratio", bandJson(u.logRatio)},
            {"constants_spread", number(u.constantsSpread)},
            {"residuals", bandJson(u.residuals)},
            {"rows", u.rows},
            {"sources", u.sources}};
}

Json partsJson(const StageMemory& memory) {
    Json json;
    for (std::size_t i = 0; i < memory.parts.size(); ++i) {
        json[std::string(memoryPartKey(static_cast<MemoryPart>(i)))] =
            number(memory.parts[i].base());
    }
    return json;
}

Json memoryJson(const Result& result) {
    Json json{{"worst_stage", result.worstStage},
              {"total_bytes", number(result.memory.total().base())},
              {"by_part", partsJson(result.memory)}};
    if (const Headline& h = result.headline; h.hostMemory > Bytes()) {
        json["offloaded_per_server_bytes"] = number(h.hostMemory.base());
        json["server_capacity_bytes"] = h.hostCapacity ? number(h.hostCapacity->base()) : Json();
    }
    return json;
}

Json fixesJson(const Result& result) {
    Json json = Json::array();
    for (const Fix& fix : result.fixes) {
        Json changes = Json::array();
        for (const FieldChange& change : fix.changes) {
            changes.push_back({{"key", change.key}, {"from", change.from}, {"to", change.to}});
        }
        json.push_back({{"changes", std::move(changes)},
                        {"memory_peak_bytes", number(fix.memoryPeak.base())},
                        {"step_time_s", number(fix.stepTime.base())}});
    }
    return json;
}

} // namespace

Json diagnosticsJson(const Diagnostics& diagnostics) {
    Json json = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        json.push_back({{"severity", severityName(diagnostic.severity)},
                        {"code", diagnostic.code},
                        {"place", diagnostic.place},
                        {"text", diagnostic.text.plain()},
                        {"hint", diagnostic.hint.plain()}});
    }
    return json;
}

Json resultJson(const Scenario& scenario,
                const Result& result,
                const Catalogue& catalogue,
                TermTree terms) {
    Diagnostics diagnostics = result.diagnostics;
    for (Diagnostic& reason : notModelledReasons()) {
        diagnostics.push_back(std::move(reason));
    }
    Json json;
    json["scenario"] = scenarioJson(scenario);
    json["model"] = modelJson(result.modelName, result.parameters);
    json["feasible"] = result.feasible;
    json["plan"] = planJson(result);
    json["headline"] = headlineJson(result);
    json["price"] = priceJson(scenario.cluster, result);
    json["bound"] = result.feasible ? Json(boundKey(result.bound)) : Json();
    json["verdict"] = verdict(result).plain();
    json["confidence"] = confidenceJson(result.confidence);
    json["uncertainty"] = uncertaintyJson(result.uncertainty);
    json["memory"] = memoryJson(result);
    if (!result.feasible) {
        json["fixes"] = fixesJson(result);
    }
    json["diagnostics"] = diagnosticsJson(diagnostics);
    if (terms == TermTree::Included) {
        json["terms"] = result.feasible ? termsJson(result, catalogue) : Json();
    }
    return json;
}

Json failureJson(const std::optional<Scenario>& scenario,
                 const Diagnostics& diagnostics,
                 const Transformer* model) {
    Json json;
    json["scenario"] = scenario ? scenarioJson(*scenario) : Json();
    json["model"] = model != nullptr ? modelJson(model->name, parameterCount(*model)) : Json();
    json["feasible"] = nullptr;
    json["plan"] = nullptr;
    json["headline"] = emptyHeadline();
    json["price"] = nullptr;
    json["bound"] = nullptr;
    json["verdict"] = nullptr;
    json["confidence"] = nullptr;
    json["uncertainty"] = nullptr;
    json["memory"] = nullptr;
    json["diagnostics"] = diagnosticsJson(diagnostics);
    return json;
}

std::string jsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace roofplan

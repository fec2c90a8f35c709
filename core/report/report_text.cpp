#include "core/report/report_text.h"

#include "core/report/text_columns.h"
#include "core/result/cost_text.h"
#include "core/result/verdict.h"
#include "core/scenario/field_table.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>

namespace roofplan {

namespace {

std::string seconds(Seconds time) {
    return quantityText(time.base(), UnitKind::Time);
}

std::string size(Bytes bytes) {
    return quantityText(bytes.base(), UnitKind::Size, 3);
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100.0 * share);
}

std::string title(const Scenario& scenario, const Result& result) {
    const Cluster& c = scenario.cluster;
    const std::string cluster =
        c.isCustom() ? fmt::format("{} × {}", result.gpus, c.custom.gpu)
                     : fmt::format("{} × {} ({} GPUs)", c.instances, c.instance, result.gpus);
    return scenario.name.empty()
               ? fmt::format("{} on {}", result.modelName, cluster)
               : fmt::format("{}: {} on {}", scenario.name, result.modelName, cluster);
}

std::string headroom(const Headline& headline) {
    const Bytes room = headline.memoryCapacity - headline.memoryPeak;
    return room < Bytes() ? "−" + size(-room) : size(room);
}

/// "25.14 s to 29.61 s".
template <typename Q>
std::string bandText(const Band<Q>& band, UnitKind kind) {
    return fmt::format("{} to {}", quantityText(band.low.base(), kind),
                       quantityText(band.high.base(), kind));
}

/// Time and cost from P10 to P90, and what that rests on.
void addUncertainty(TextColumns& columns, const Result& result) {
    const Uncertainty& u = *result.uncertainty;
    const bool outside = result.confidence && !result.confidence->outside.empty();
    const std::string cost = u.cost ? ", " + bandText(*u.cost, UnitKind::Currency) : std::string();
    columns.add(
        {"P10 to P90", bandText(u.stepTime, UnitKind::Time),
         fmt::format("{}{}{}; as {} measured runs of {} sources scatter, constants ±{}",
                     bandText(u.timeToTrain, UnitKind::Time), cost, outside ? ", or wider" : "",
                     u.rows, u.sources, percent(u.constantsSpread))});
}

std::string headlineText(const Result& result) {
    const Headline& h = result.headline;
    const auto answer = [&result](std::string text) {
        return result.feasible ? std::move(text) : std::string("–");
    };
    TextColumns columns("  ");
    columns.add({"Time to train", answer(seconds(h.timeToTrain)),
                 answer(fmt::format("{} steps", quantityText(h.steps, UnitKind::Count, 6)))});
    columns.add({"Cost",
                 answer(h.cost ? quantityText(h.cost->base(), UnitKind::Currency)
                               : std::string("no price known")),
                 answer(billedText(h))});
    if (result.costConverted) {
        columns.add({fmt::format("Cost in {}", result.costConverted->currency),
                     answer(convertedText(*result.costConverted)),
                     answer(rateText(*result.costConverted))});
    }
    columns.add({"Step time", answer(seconds(h.stepTime))});
    columns.add({"Tokens/s/GPU",
                 answer(quantityText(h.tokensPerSecondPerGpu.base(), UnitKind::TokensPerSecond)),
                 answer(fmt::format("{} in all", quantityText(h.tokensPerSecond.base(),
                                                              UnitKind::TokensPerSecond)))});
    columns.add({"MFU", answer(percent(h.mfu)),
                 answer(fmt::format("{} with full attention", percent(h.mfuFullAttention)))});
    columns.add({"HFU", answer(percent(h.hfu)),
                 answer(fmt::format("{} with full attention", percent(h.hfuFullAttention)))});
    columns.add({"Memory headroom", headroom(h),
                 fmt::format("{} of {} on stage {}", size(h.memoryPeak), size(h.memoryCapacity),
                             result.worstStage)});
    columns.add({"Exposed communication", answer(seconds(h.exposedCommunication)),
                 answer(fmt::format("{} {}, {} {}", boundNameOn(result, Bound::Nvlink),
                                    seconds(h.exposedNvlink), boundNameOn(result, Bound::Network),
                                    seconds(h.exposedNetwork)))});
    if (result.confidence) {
        const std::optional<double> error = result.confidence->expectedError();
        const char* const more = result.confidence->outside.empty() ? "" : " or more";
        columns.add({"Expected error",
                     error ? "±" + percent(*error) + more : std::string("unknown"),
                     confidenceLine(*result.confidence)});
    }
    if (result.uncertainty) {
        addUncertainty(columns, result);
    }
    return columns.text();
}

/// What the stack's preset is told to do otherwise: ", attention_kernel flash2".
std::string stackOverrides(const Scenario& scenario) {
    static const Scenario unchanged;
    std::string text;
    for (const Field& field : fieldTable()) {
        const std::string value = field.get(scenario);
        if (field.group == FieldGroup::Stack && field.key != "stack" && !value.empty() &&
            value != field.get(unchanged)) {
            text += fmt::format(", {} {}", field.key, value);
        }
    }
    return text;
}

std::string workloadText(const Scenario& scenario) {
    const Workload& w = scenario.workload;
    return fmt::format("  {} tokens in sequences of {}, {} sequences a step, {}\n"
                       "  software stack {}{}\n",
                       quantityText(w.tokens.base(), UnitKind::Count), w.sequenceLength,
                       w.globalBatch, precisionLabel(w.precision), scenario.stack.preset,
                       stackOverrides(scenario));
}

/// The cluster that was described by hand; an instance type says it all by its name.
std::string customText(const CustomCluster& custom) {
    std::string text =
        fmt::format("  {} × {} in nodes of {}", custom.gpus, custom.gpu, custom.gpusPerNode);
    if (custom.nvlinkDomain) {
        text += fmt::format(", NVLink domains of {}", *custom.nvlinkDomain);
    }
    if (custom.networkPerGpu) {
        text += fmt::format(", {} a GPU",
                            quantityText(custom.networkPerGpu->base(), UnitKind::NetworkRate));
    }
    text += custom.fabric.empty() ? "" : " over " + custom.fabric;
    if (custom.oversubscription > 1.0) {
        text += fmt::format(", {:.4g} times oversubscribed", custom.oversubscription);
    }
    return text + "\n";
}

/// Of a GPU-hour that is paid, which is what the cost came from; absent where no price is known.
std::optional<Price> pricePerGpu(const Result& result) {
    const Headline& h = result.headline;
    const double gpuSeconds =
        h.billedTime.value_or(h.timeToTrain).base() * static_cast<double>(result.gpus);
    if (!h.cost || !(gpuSeconds > 0.0)) {
        return std::nullopt;
    }
    return Price(h.cost->base() / gpuSeconds);
}

std::string priceText(const Cluster& cluster, const Result& result) {
    const std::optional<Price> price = pricePerGpu(result);
    const bool listed = cluster.pricePlan != PricePlan::Own && !cluster.isCustom();
    std::string text(pricePlanNames[static_cast<std::size_t>(cluster.pricePlan)].label);
    text += listed ? " in " + cluster.region : "";
    text += price ? ": " + quantityText(price->base(), UnitKind::HourlyPrice) + " a GPU"
                  : std::string(": no price known");
    if (price && listed && cluster.discount && cluster.discount->value > 0.0) {
        text += fmt::format(", {} off the list",
                            quantityText(cluster.discount->value, UnitKind::Percent));
    }
    if (price && !result.priceDate.empty()) {
        text += ", list of " + result.priceDate;
    }
    return "  " + text + "\n";
}

/// "recompute selective (mla_up_proj, layernorm)", "recompute full, 12 layers a stage".
std::string recomputeText(const ParallelPlan& plan) {
    std::string text(recomputeNames[static_cast<std::size_t>(plan.recompute)].key);
    if (plan.recompute == Recompute::Selective) {
        std::string modules;
        for (const auto& module : recomputeModuleNames) {
            if (plan.recomputeModules.has(module.value)) {
                modules += (modules.empty() ? "" : ", ") + std::string(module.key);
            }
        }
        text += " (" + modules + ")";
    }
    if (plan.recompute == Recompute::Full && plan.recomputeLayers) {
        text += fmt::format(", {} layers a stage", *plan.recomputeLayers);
    }
    return text;
}

/// "interleaved 1F1B with 5 chunks a stage", empty without a pipeline.
std::string scheduleText(const ParallelPlan& plan) {
    if (plan.pipelineParallel <= 1) {
        return {};
    }
    return plan.virtualPipeline > 1
               ? fmt::format(", interleaved 1F1B with {} chunks a stage", plan.virtualPipeline)
               : std::string(", 1F1B");
}

std::string planText(const Result& result) {
    const ParallelPlan& plan = result.plan;
    std::string experts;
    if (plan.expertParallel > 1 || plan.expertTensorParallel > 1) {
        experts = fmt::format(" · EP {} · ETP {}", plan.expertParallel, plan.expertTensorParallel);
    }
    std::string text = fmt::format(
        "  TP {} · PP {} · CP {} · DP {}{} on {} GPUs{}\n  micro-batch {}, {} micro-batches",
        plan.tensorParallel, plan.pipelineParallel, plan.contextParallel,
        plan.dataParallel.value_or(0), experts, result.gpus, scheduleText(plan), plan.microBatch,
        result.microBatches);
    if (plan.tensorParallel > 1) {
        text += plan.sequenceParallel ? ", sequence parallel on" : ", sequence parallel off";
    }
    text += plan.zero == ZeroStage::None
                ? std::string(", ZeRO off")
                : ", " + std::string(zeroStageNames[static_cast<std::size_t>(plan.zero)].label);
    text += ", recompute " + recomputeText(plan);
    if (plan.offload != Offload::None) {
        text +=
            ", offload " + std::string(offloadNames[static_cast<std::size_t>(plan.offload)].key);
    }
    return text + "\n";
}

std::string memoryText(const Result& result) {
    TextColumns columns("  ", {1});
    for (std::size_t i = 0; i < result.memory.parts.size(); ++i) {
        const Bytes part = result.memory.parts[i];
        if (part > Bytes()) {
            columns.add({memoryPartLabel(static_cast<MemoryPart>(i)), size(part)});
        }
    }
    columns.add({"Sum", size(result.memory.total())});
    if (const Bytes hosted = result.headline.hostMemory; hosted > Bytes()) {
        const auto capacity = result.headline.hostCapacity;
        columns.add({"Offloaded to each server",
                     size(hosted) + (capacity ? " of " + size(*capacity) : std::string())});
    }
    return columns.text();
}

std::string boundText(const Result& result, Bound bound) {
    return std::string(boundNameOn(result, bound));
}

std::string share(const Result& result, Seconds part) {
    const Seconds step = result.headline.stepTime;
    return step > Seconds() ? percent(part / step) : std::string();
}

std::string stepText(const Result& result) {
    TextColumns columns("  ", {1, 2});
    for (const Waterfall::Bar& bar : waterfall(result).bars) {
        columns.add({categoryLabel(bar.category), seconds(bar.exposed), share(result, bar.exposed),
                     boundText(result, bar.bound)});
    }
    columns.add({"Sum", seconds(result.headline.stepTime)});
    return columns.text();
}

std::string findingsText(const Result& result) {
    std::string text;
    for (const Diagnostic& diagnostic : result.diagnostics) {
        text += "  " + plainLine(diagnostic) + "\n";
    }
    return text;
}

/// What a rounding leaves of a hidden time is nothing.
std::string exposedText(const Result& result, Seconds exposed) {
    return exposed < result.headline.stepTime * 1e-9 ? "0 s" : seconds(exposed);
}

std::string depthIndent(const std::vector<Term>& terms, std::size_t index) {
    std::string indent;
    for (std::int32_t up = terms[index].parent; up >= 0;
         up = terms[static_cast<std::size_t>(up)].parent) {
        indent += "  ";
    }
    return indent;
}

void addTerm(const Result& result,
             const std::vector<std::vector<std::size_t>>& children,
             std::size_t index,
             TextColumns& columns) {
    const Term& term = result.terms[index];
    const bool leaf = children[index].empty();
    const bool inPhase = leaf && term.phase != Phase::Step && term.phase != Phase::Optimizer;
    columns.add({depthIndent(result.terms, index) + termLabel(term.name) +
                     (inPhase ? fmt::format(", {}", phaseKey(term.phase)) : std::string()),
                 exposedText(result, term.exposed), share(result, term.exposed), seconds(term.busy),
                 boundText(result, term.bound), std::string(termKey(term.name))});
    for (const std::size_t child : children[index]) {
        addTerm(result, children, child, columns);
    }
}

} // namespace

std::string fixesText(const Result& result) {
    TextColumns columns("  ");
    for (const Fix& fix : result.fixes) {
        std::string changes;
        for (const FieldChange& change : fix.changes) {
            changes += (changes.empty() ? "" : ", ") + changeText(change);
        }
        columns.add({changes, size(fix.memoryPeak), seconds(fix.stepTime) + " a step"});
    }
    return columns.text();
}

std::string termsText(const Result& result) {
    std::vector<std::vector<std::size_t>> children(result.terms.size());
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        if (const std::int32_t parent = result.terms[i].parent; parent >= 0) {
            children[static_cast<std::size_t>(parent)].push_back(i);
        }
    }
    TextColumns columns("  ", {1, 2, 3});
    columns.add({"term", "exposed", "share", "busy", "bound", "name"});
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        if (result.terms[i].parent < 0) {
            addTerm(result, children, i, columns);
        }
    }
    return columns.text();
}

std::string resultText(const Scenario& scenario, const Result& result) {
    std::string text = title(scenario, result) + "\n" + verdict(result).plain() + "\n";
    text += "\n" + headlineText(result);
    if (scenario.cluster.isCustom()) {
        text += "\nCluster\n" + customText(scenario.cluster.custom);
    }
    text += "\nWorkload\n" + workloadText(scenario);
    text += "\nPrice\n" + priceText(scenario.cluster, result);
    text += "\nPlan\n" + planText(result);
    text += fmt::format("\nMemory per GPU, stage {}\n", result.worstStage) + memoryText(result);
    if (result.feasible && !result.terms.empty()) {
        text += "\nStep\n" + stepText(result);
    }
    if (!result.fixes.empty() && !result.feasible) {
        text += "\nWhat would fit\n" + fixesText(result);
    }
    if (!result.diagnostics.empty()) {
        text += "\nFindings\n" + findingsText(result);
    }
    return text + "\nNot modelled yet: failures and checkpoints (the run is undisturbed), energy, "
                  "serving.\n";
}

} // namespace roofplan

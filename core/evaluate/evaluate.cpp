#include "core/evaluate/evaluate.h"

#include "core/architecture/flop_count.h"
#include "core/cost/billing.h"
#include "core/evaluate/answer_details.h"
#include "core/evaluate/nearest_fit.h"
#include "core/evaluate/plan_confidence.h"
#include "core/training/training_step.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace roofplan {

namespace {

/// Share of the layers that full recomputation repeats.
double repeatedLayerShare(const ResolvedScenario& r) {
    if (!r.plan.recomputeLayers) {
        return 1.0;
    }
    const auto some = static_cast<double>(*r.plan.recomputeLayers * r.plan.pipelineParallel);
    return std::min(1.0, some / static_cast<double>(r.model->layers.size()));
}

/// FLOPs a token that recomputation adds.
Flops recomputedFlops(const ForwardFlops& forward, const ResolvedScenario& r) {
    switch (r.plan.recompute) {
    case Recompute::Full:
        return (forward.linears + forward.attention) * repeatedLayerShare(r);
    case Recompute::Selective:
        return r.plan.recomputeModules.has(RecomputeModule::CoreAttention) ? forward.attention
                                                                           : Flops();
    case Recompute::None:
        break;
    }
    return {};
}

/// Forward and backward FLOPs a token. Frozen weights have no gradients: they take two thirds.
Flops trainedFlops(const ForwardFlops& forward, TrainingPhase phase) {
    const Flops weights = forward.linears + forward.lmHead;
    return forward.total() * 3.0 - (phase == TrainingPhase::Lora ? weights : Flops());
}

struct Utilisation {
    double model = 0.0;
    double hardware = 0.0;
};

/// Packed documents are attended to one by one.
std::int64_t attendedLength(const Workload& workload) {
    return std::min(workload.documentLength.value_or(workload.sequenceLength),
                    workload.sequenceLength);
}

Utilisation utilisation(const ResolvedScenario& r, AttentionFlops convention, Seconds stepTime) {
    const ForwardFlops forward =
        forwardFlopsPerToken(*r.model, r.parameters, attendedLength(r.workload), convention);
    const Flops perToken = trainedFlops(forward, r.workload.phase);
    const Flops recomputed = recomputedFlops(forward, r);
    const FlopRate available =
        r.gpu->peak(r.workload.precision).rate * (r.scale.compute * static_cast<double>(r.gpus));
    const double tokens = r.tokensPerStep();
    return {.model = perToken * tokens / stepTime / available,
            .hardware = (perToken + recomputed) * tokens / stepTime / available};
}

Headline headline(const ResolvedScenario& r, const TrainingStep& step) {
    const double tokens = r.tokensPerStep();
    const Utilisation causal = utilisation(r, AttentionFlops::CausalHalf, step.time);
    const Utilisation full = utilisation(r, AttentionFlops::Full, step.time);
    Headline h;
    h.stepTime = step.time;
    h.tokensPerSecond = Tokens(tokens) / step.time;
    h.tokensPerSecondPerGpu = h.tokensPerSecond / static_cast<double>(r.gpus);
    h.mfu = causal.model;
    h.hfu = causal.hardware;
    h.mfuFullAttention = full.model;
    h.hfuFullAttention = full.hardware;
    h.steps = r.workload.tokens.base() / tokens;
    h.timeToTrain = step.time * h.steps;
    if (const std::optional<Bill> bill = billOf(r, h.timeToTrain)) {
        h.cost = bill->cost;
        h.billedTime = bill->paid;
    }
    h.memoryPeak = step.memory.total();
    h.memoryCapacity = r.gpu->memory.value;
    h.hostMemory = step.hosted;
    if (const auto host = r.hostMemory()) {
        h.hostCapacity = host->value;
    }
    h.exposedNvlink = step.exposedNvlink;
    h.exposedNetwork = step.exposedNetwork;
    h.exposedCommunication = step.exposedNvlink + step.exposedNetwork;
    return h;
}

Bound largestBound(const TrainingStep& step) {
    const auto largest = std::max_element(step.exposedByBound.begin(), step.exposedByBound.end());
    return boundNames[static_cast<std::size_t>(largest - step.exposedByBound.begin())].bound;
}

/// Into `result`, which is large and therefore built where it is returned.
void answer(const ResolvedScenario& r, Detail detail, Result& result) {
    TermSink sink;
    const bool withTerms = detail == Detail::Terms;
    if (withTerms) {
        constexpr std::size_t usualTerms = 96;
        sink.reserve(usualTerms);
    }
    const TrainingStep step = trainingStep(r, withTerms ? &sink : nullptr);

    result.plan = r.plan;
    result.gpus = r.gpus;
    result.microBatches = r.microBatches;
    result.parameters = r.parameters;
    result.precision = r.workload.precision;
    result.headline = headline(r, step);
    if (r.conversion && result.headline.cost) {
        const Conversion& to = *r.conversion;
        result.costConverted = {.currency = to.currency,
                                .rate = to.rate,
                                .date = to.date,
                                .value = result.headline.cost->base() * to.rate};
    }
    result.feasible = step.fits;
    result.bound = largestBound(step);
    result.exposedByBound = step.exposedByBound;
    result.worstStage = step.worstStage;
    result.pacingStage = step.pacingStage;
    result.memory = step.memory;
    if (withTerms) {
        result.modelName = r.model->name;
        result.priceDate = r.priceSource != nullptr ? r.priceSource->date : std::string();
        result.nvlinkFamily = r.nvlink->family;
        result.networkFamily = r.network != nullptr ? r.network->family : std::string();
        result.diagnostics = r.diagnostics;
        result.terms = sink.take();
        result.stages = memoryByStage(r);
        result.ceilings = ceilings(r);
        addDerivations(r, result);
    }
}

} // namespace

Result evaluateResolved(const ResolvedScenario& scenario, Detail detail) {
    Result result;
    answer(scenario, detail, result);
    return result;
}

Expected<Result> evaluate(const Scenario& scenario, const Catalogue& catalogue, Detail detail) {
    const bool withTerms = detail == Detail::Terms;
    Expected<ResolvedScenario> resolved =
        resolve(scenario, catalogue, withTerms ? Remarks::Wanted : Remarks::Unwanted);
    Expected<Result> evaluated(tl::in_place);
    if (!resolved) {
        evaluated = tl::unexpected(std::move(resolved.error()));
        return evaluated;
    }
    Result& result = *evaluated;
    answer(*resolved, detail, result);
    if (withTerms && !result.feasible) {
        result.fixes = nearestFixes(scenario, catalogue);
    }
    if (withTerms && result.feasible && catalogue.accuracy) {
        result.confidence = confidenceOf(*resolved, *catalogue.accuracy);
        std::ranges::move(outsideFindings(*resolved, *result.confidence),
                          std::back_inserter(result.diagnostics));
    }
    return evaluated;
}

} // namespace roofplan

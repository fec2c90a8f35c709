// Plans of training steps that tests ask about, and what they are made of.
#pragma once

#include "core/training/layer_pass.h"
#include "core/training/stage_memory.h"
#include "core/training/training_step.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <memory>

namespace roofplan::test {

/// A scenario and the context made from it, which points into it.
struct Trained {
    std::unique_ptr<ResolvedScenario> scenario;
    TrainingContext context;

    const TrainingContext* operator->() const { return &context; }
};

/// Fails the program where the plan is not legal.
inline ResolvedScenario resolvedPlan(const Scenario& scenario) {
    Expected<ResolvedScenario> r = resolve(scenario, shippedCatalogue());
    if (!r) {
        qFatal("%s", plainLine(r.error().front()).c_str());
    }
    return *std::move(r);
}

inline Trained trained(const Scenario& scenario) {
    Trained t{.scenario = std::make_unique<ResolvedScenario>(resolvedPlan(scenario)),
              .context = {}};
    t.context = makeTrainingContext(*t.scenario);
    return t;
}

/// What one stage holds on a GPU.
inline LocalParameters stageParameters(const TrainingContext& context, std::int64_t stage) {
    const StageContents contents(context.model(), context.partition);
    return stageParameters(context, pieceSizes(context), contents.of(stage));
}

inline LocalParameters stageTrained(const TrainingContext& context, std::int64_t stage) {
    const StageContents contents(context.model(), context.partition);
    return stageTrained(context, pieceSizes(context), contents.of(stage));
}

inline StageMemory stageMemory(const TrainingContext& context, std::int64_t stage) {
    const StageContents contents(context.model(), context.partition);
    return stageMemory(context, pieceSizes(context), contents.of(stage));
}

/// DeepSeek-V3 on 32 p5en.48xlarge: latent attention, experts, a predicted token.
inline Scenario expertScenario() {
    Scenario s;
    s.name = "Experts";
    s.cluster = {.instance = "p5en.48xlarge", .instances = 32, .region = "us-east-2"};
    s.workload = {.model = "deepseek-v3",
                  .tokens = Tokens(1e12),
                  .sequenceLength = 4096,
                  .globalBatch = 2048,
                  .precision = Precision::Bf16};
    s.plan.pipelineParallel = 4;
    s.plan.expertParallel = 32;
    return s;
}

/// The layers of a kind.
inline Piece layerPiece(std::int16_t kind = 0, bool repeated = false) {
    return {.part = Piece::Part::Layer, .kind = kind, .repeated = repeated};
}

/// Of DeepSeek-V3: the layers with experts.
inline constexpr std::int16_t expertLayer = 1;

inline const PassTransfer* findTransfer(const PassTransfers& transfers, PassTransfer::Kind kind) {
    for (const PassTransfer& transfer : transfers) {
        if (transfer.kind == kind) {
            return &transfer;
        }
    }
    return nullptr;
}

inline std::vector<Term> termsOf(const ResolvedScenario& scenario) {
    TermSink sink;
    (void)trainingStep(scenario, &sink);
    return sink.take();
}

inline std::vector<Term> termsOf(const Scenario& scenario) {
    return termsOf(resolvedPlan(scenario));
}

/// Exposed seconds of the terms called `name`.
inline double seconds(const std::vector<Term>& terms, TermName name) {
    double sum = 0.0;
    for (const Term& term : terms) {
        sum += term.name == name ? term.exposed.base() : 0.0;
    }
    return sum;
}

/// FLOPs of the terms called `name`.
inline double flops(const std::vector<Term>& terms, TermName name) {
    double sum = 0.0;
    for (const Term& term : terms) {
        sum += term.name == name ? term.flops.base() : 0.0;
    }
    return sum;
}

} // namespace roofplan::test

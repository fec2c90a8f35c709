// What every part of a training step needs to know, worked out once per plan.
#pragma once

#include "core/collectives/all_reduce.h"
#include "core/memory/activations.h"
#include "core/operators/layer_operators.h"
#include "core/scenario/resolved_scenario.h"
#include "core/schedule/stage_partition.h"

namespace roofplan {

struct TrainingContext {
    const ResolvedScenario* scenario = nullptr;
    Device device;
    Links links;
    LayerContext layer;
    ActivationContext activation;
    StagePartition partition;
    Placement tensorGroup;
    Placement dataGroup;
    bool pipelineOverNetwork = false;
    double tensorExposed = 1.0;   ///< share of TP traffic no compute hides
    double transferExposed = 1.0; ///< share of steady-state pipeline transfers no compute hides
    Seconds launchTime;           ///< host time a launch, after CUDA graphs
    Seconds kernelGap;

    [[nodiscard]] const Transformer& model() const { return *scenario->model; }

    [[nodiscard]] const Stack& stack() const { return *scenario->stack; }

    [[nodiscard]] const ParallelPlan& plan() const { return scenario->plan; }

    [[nodiscard]] bool lastStage(std::int64_t stage) const { return stage + 1 == partition.stages; }
};

[[nodiscard]] TrainingContext makeTrainingContext(const ResolvedScenario& scenario);

/// Layers of each kind on a stage: calls `visit(kind index, layers)` once for each kind that
/// occurs.
void visitStageKinds(const TrainingContext& context,
                     std::int64_t stage,
                     FunctionRef<void(std::size_t, double)> visit);

} // namespace roofplan

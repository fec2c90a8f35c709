// What every part of a training step needs to know, worked out once per plan.
#pragma once

#include "core/collectives/all_reduce.h"
#include "core/memory/activations.h"
#include "core/memory/model_states.h"
#include "core/operators/layer_operators.h"
#include "core/scenario/resolved_scenario.h"
#include "core/scenario/sharding.h"
#include "core/schedule/stage_partition.h"

#include <algorithm>

namespace roofplan {

/// Host time a launch, after CUDA graphs.
struct LaunchTimes {
    Seconds dense;
    Seconds expertPath; ///< router, token counts, per-expert launches, aged with the software
};

struct TrainingContext {
    const ResolvedScenario* scenario = nullptr;
    Device device;
    Links links;
    LayerContext layer;
    ActivationContext activation;
    StagePartition partition;
    ParameterSplit split;
    Placement tensorGroup;
    Placement contextGroup;
    Placement expertGroup;
    Placement expertTensorGroup;
    Placement dataGroup;        ///< replicas of dense parameters: DP × CP
    Placement expertDataGroup;  ///< replicas of expert parameters
    Placement shardGroup;       ///< over which FSDP divides dense parameters
    Placement expertShardGroup; ///< and expert parameters
    bool pipelineOverNetwork = false;
    double tensorExposed = 1.0;   ///< share of TP traffic no compute hides
    double expertExposed = 1.0;   ///< share of dispatch and combine no compute hides
    double transferExposed = 1.0; ///< share of steady-state pipeline transfers no compute hides
    double gatheredBytes = 2.0;   ///< a parameter, where sharded ones are gathered
    Sourced<Bandwidth> hostLink;  ///< to the host's memory, one direction; 0 where none is known
    LaunchTimes launch;
    Seconds kernelGap;
    double softwareAge = 0.0; ///< years before the reference date, capped

    [[nodiscard]] const Transformer& model() const { return *scenario->model; }

    [[nodiscard]] const Stack& stack() const { return *scenario->stack; }

    [[nodiscard]] const ParallelPlan& plan() const { return scenario->plan; }

    [[nodiscard]] bool lastStage(std::int64_t stage) const { return stage + 1 == partition.stages; }

    /// In a pipeline, parameters gathered for the first micro-batch stay until the step ends, and
    /// gradients add up whole: gathering again for each micro-batch would cost too much. Source:
    /// torchtitan's default, github.com/pytorch/torchtitan.
    [[nodiscard]] bool keepsGathered() const {
        return shardsParameters() && plan().pipelineParallel > 1;
    }

    [[nodiscard]] bool offloadsActivations() const {
        return plan().offload == Offload::Activations || plan().offload == Offload::Both;
    }

    [[nodiscard]] bool offloadsOptimizer() const {
        return plan().offload == Offload::Optimizer || plan().offload == Offload::Both;
    }

    [[nodiscard]] bool shardsParameters() const { return roofplan::shardsParameters(plan().zero); }

    /// Ranks that divide the optimiser states of dense parameters: all replicas, or those of an
    /// NVLink domain where HSDP keeps a copy in each.
    [[nodiscard]] double denseShards() const {
        const bool hybrid = plan().zero == ZeroStage::Hsdp;
        return static_cast<double>(hybrid ? shardGroup.ranks : dataGroup.ranks);
    }

    /// The same of expert parameters.
    [[nodiscard]] double expertShards() const {
        const bool hybrid = plan().zero == ZeroStage::Hsdp;
        return static_cast<double>(hybrid ? expertShardGroup.ranks : expertDataGroup.ranks);
    }
};

[[nodiscard]] TrainingContext makeTrainingContext(const ResolvedScenario& scenario);

/// Brings the context up to date with the plan of its scenario, which has changed and is legal;
void applyPlan(TrainingContext& context);

/// where nothing has changed but the chunks of a stage,
void applyChunks(TrainingContext& context);

/// and where nothing has changed but what is sharded or where optimiser states lie.
void applySharding(TrainingContext& context);

/// Which layers full recomputation repeats.
enum class RepeatedLayers { None, Some, All };

[[nodiscard]] inline RepeatedLayers repeatedLayers(const ParallelPlan& plan) {
    return plan.recompute != Recompute::Full ? RepeatedLayers::None
           : plan.recomputeLayers            ? RepeatedLayers::Some
                                             : RepeatedLayers::All;
}

/// Share of the layers of a stage of `layers` that full recomputation repeats, from 0 to 1.
[[nodiscard]] double repeatedShare(const ParallelPlan& plan, double layers);

} // namespace roofplan

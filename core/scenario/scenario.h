// What is asked: a cluster, a workload, a stack and a parallel plan. Names catalogue entries by id.
#pragma once

#include "core/architecture/precision.h"
#include "core/catalogue/price_plan.h"
#include "core/catalogue/stack.h"

#include <optional>
#include <string>

namespace roofplan {

struct Cluster {
    std::string instance; ///< id of an instance type
    std::int64_t instances = 1;
    std::string region = "us-east-1";
    PricePlan pricePlan = PricePlan::OnDemand;
    std::optional<Price> ownPricePerGpu; ///< for PricePlan::Own

    bool operator==(const Cluster&) const = default;
};

struct Workload {
    std::string model; ///< id of a model entry
    Tokens tokens{1e12};
    std::int64_t sequenceLength = 8192;
    std::int64_t globalBatch = 1024; ///< sequences a step
    Precision precision = Precision::Bf16;

    bool operator==(const Workload&) const = default;
};

/// A preset by id, and what the scenario says otherwise.
struct StackChoice {
    std::string preset = "megatron-core-2026";
    std::optional<AttentionKernel> attentionKernel;
    std::optional<GraphMode> cudaGraphs;
    std::optional<bool> tensorParallelOverlap;
    std::optional<bool> dataParallelOverlap;

    bool operator==(const StackChoice&) const = default;
};

enum class ZeroStage { None, Zero1 };

enum class Recompute { None, Selective, Full };

inline constexpr std::array<ChoiceName<ZeroStage>, 2> zeroStageNames{{
    {ZeroStage::None, "none", "None"},
    {ZeroStage::Zero1, "zero1", "ZeRO-1"},
}};

inline constexpr std::array<ChoiceName<Recompute>, 3> recomputeNames{{
    {Recompute::None, "none", "None"},
    {Recompute::Selective, "selective", "Selective"},
    {Recompute::Full, "full", "Full"},
}};

struct ParallelPlan {
    std::int64_t tensorParallel = 1;
    std::int64_t pipelineParallel = 1;
    std::int64_t virtualPipeline =
        1; ///< chunks of layers a stage; above 1 the schedule interleaves
    std::int64_t contextParallel = 1;
    std::optional<std::int64_t> dataParallel; ///< GPUs / (TP·PP·CP) when absent
    std::int64_t microBatch = 1;              ///< sequences
    bool sequenceParallel = true;             ///< of the TP group; no effect at TP 1
    ZeroStage zero = ZeroStage::Zero1;
    Recompute recompute = Recompute::None;

    bool operator==(const ParallelPlan&) const = default;
};

struct Scenario {
    std::string name;
    Cluster cluster;
    Workload workload;
    StackChoice stack;
    ParallelPlan plan;

    bool operator==(const Scenario&) const = default;
};

} // namespace roofplan

// What is asked: a cluster, a workload, a stack and a parallel plan. Names catalogue entries by id.
#pragma once

#include "core/architecture/precision.h"
#include "core/catalogue/price_plan.h"
#include "core/catalogue/stack.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

/// What Cluster::instance is for a cluster that no catalogue entry describes.
inline constexpr std::string_view customInstance = "custom";

/// A cluster described by hand.
struct CustomCluster {
    std::string gpu; ///< id of a GPU
    std::int64_t gpus = 8;
    std::int64_t gpusPerNode = 8;
    std::optional<std::int64_t> nvlinkDomain; ///< GPUs; those of a node when absent
    std::optional<Bandwidth> networkPerGpu;   ///< one direction; needed beyond one NVLink domain
    std::string fabric;                       ///< id of a network; needed beyond one NVLink domain
    double oversubscription = 1.0;            ///< of the network above the NICs

    bool operator==(const CustomCluster&) const = default;
};

/// A share of one that people write in percent.
struct Share {
    double value = 0.0;

    bool operator==(const Share&) const = default;
};

struct Cluster {
    std::string instance;       ///< id of an instance type, or customInstance
    std::int64_t instances = 1; ///< servers, or whole UltraServers; not of a custom cluster
    CustomCluster custom;       ///< where the instance is customInstance
    std::string region = "us-east-1";
    PricePlan pricePlan = PricePlan::OnDemand;
    std::optional<Price> ownPricePerGpu; ///< for PricePlan::Own
    std::optional<Share> discount;       ///< on the list price, any plan but Own
    std::string currency;                ///< ISO 4217 code of a second currency, empty for none
    std::optional<double> exchangeRate;  ///< units of it per USD
    std::string exchangeDate;            ///< of the rate, "2026-10-31"

    [[nodiscard]] bool isCustom() const { return instance == customInstance; }

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

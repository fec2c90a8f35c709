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

/// What a training step trains: all weights from random text, all weights on packed dialogues, or
/// low-rank adapters on frozen weights.
enum class TrainingPhase { Pretrain, Sft, Lora };

inline constexpr std::array<ChoiceName<TrainingPhase>, 3> trainingPhaseNames{{
    {TrainingPhase::Pretrain, "pretrain", "Pre-training"},
    {TrainingPhase::Sft, "sft", "Supervised fine-tuning"},
    {TrainingPhase::Lora, "lora", "LoRA fine-tuning"},
}};

struct Workload {
    std::string model; ///< id of a model entry
    Tokens tokens{1e12};
    std::int64_t sequenceLength = 8192;
    std::int64_t globalBatch = 1024; ///< sequences a step
    Precision precision = Precision::Bf16;
    TrainingPhase phase = TrainingPhase::Pretrain;
    std::optional<std::int64_t> documentLength; ///< tokens that attention sees in a packed sequence
    std::int64_t adapterRank = 16;              ///< of LoRA, on the projections of attention
    double expertImbalance = 1.0;               ///< rows of the busiest expert rank over the mean

    bool operator==(const Workload&) const = default;
};

/// A preset by id, and what the scenario says otherwise.
struct StackChoice {
    std::string preset = "megatron-core-2026";
    std::optional<AttentionKernel> attentionKernel;
    std::optional<GraphMode> cudaGraphs;
    std::optional<bool> tensorParallelOverlap;
    std::optional<bool> dataParallelOverlap;
    std::optional<bool> expertParallelOverlap;
    std::optional<Dispatcher> dispatcher;
    std::optional<ContextExchange> contextExchange;
    std::string date;              ///< of the software, "2026-06"; empty: the preset's
    std::optional<bool> tokenDrop; ///< experts of a fixed capacity: shapes known beforehand
    double machineDerate = 1.0;    ///< GEMM rate of this machine over that of its kind

    bool operator==(const StackChoice&) const = default;
};

/// What is sharded over the data-parallel group: nothing; optimiser states; gradients too;
/// parameters too (ZeRO-3); parameters inside an NVLink domain and replicated over domains.
enum class ZeroStage { None, Zero1, Zero2, Fsdp, Hsdp };

enum class Recompute { None, Selective, Full };

/// Parts of a layer that selective recomputation repeats.
enum class RecomputeModule : std::uint8_t {
    CoreAttention,     ///< scores, softmax, values
    LatentUp,          ///< up-projections of latent attention
    Norms,             ///< of the layer
    Activation,        ///< activation function of the feed-forward or the experts
    FeedForward,       ///< dense feed-forward
    Experts,           ///< router, permutation, experts and their exchange
    EverySecondMatmul, ///< all memory-bound kernels and every second linear
};

/// A set of them.
struct RecomputeModules {
    std::uint8_t bits = 1U << static_cast<unsigned>(RecomputeModule::CoreAttention);

    [[nodiscard]] constexpr bool has(RecomputeModule module) const {
        return (bits >> static_cast<unsigned>(module) & 1U) != 0;
    }

    bool operator==(const RecomputeModules&) const = default;
};

inline constexpr std::array<ChoiceName<RecomputeModule>, 7> recomputeModuleNames{{
    {RecomputeModule::CoreAttention, "core_attn", "Core attention"},
    {RecomputeModule::LatentUp, "mla_up_proj", "MLA up-projections"},
    {RecomputeModule::Norms, "layernorm", "Norms"},
    {RecomputeModule::Activation, "moe_act", "Activation function"},
    {RecomputeModule::FeedForward, "mlp", "Dense feed-forward"},
    {RecomputeModule::Experts, "moe", "Experts"},
    {RecomputeModule::EverySecondMatmul, "selective_op", "Every second matmul"},
}};

/// What lies in the host's memory between its uses.
enum class Offload { None, Activations, Optimizer, Both };

inline constexpr std::array<ChoiceName<Offload>, 4> offloadNames{{
    {Offload::None, "none", "None"},
    {Offload::Activations, "activations", "Activations"},
    {Offload::Optimizer, "optimizer", "Optimiser states"},
    {Offload::Both, "both", "Both"},
}};

inline constexpr std::array<ChoiceName<ZeroStage>, 5> zeroStageNames{{
    {ZeroStage::None, "none", "None"},
    {ZeroStage::Zero1, "zero1", "ZeRO-1"},
    {ZeroStage::Zero2, "zero2", "ZeRO-2"},
    {ZeroStage::Fsdp, "fsdp", "FSDP, ZeRO-3"},
    {ZeroStage::Hsdp, "hsdp", "HSDP"},
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
    std::int64_t expertParallel = 1;          ///< ranks that share the experts of a layer
    std::int64_t expertTensorParallel = 1;    ///< ranks that share each expert
    std::optional<std::int64_t> dataParallel; ///< GPUs / (TP·PP·CP) when absent
    std::int64_t microBatch = 1;              ///< sequences
    bool sequenceParallel = true;             ///< of the TP group; no effect at TP 1
    ZeroStage zero = ZeroStage::Zero1;
    Recompute recompute = Recompute::None;
    RecomputeModules recomputeModules;           ///< of selective recomputation
    std::optional<std::int64_t> recomputeLayers; ///< of a stage, by full recomputation; else all
    Offload offload = Offload::None;

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

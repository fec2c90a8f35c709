// Facts about a training software stack: which kernels, what overlaps, what the host costs.
#pragma once

#include "core/catalogue/fact.h"

#include <array>
#include <string_view>

namespace roofplan {

enum class AttentionKernel { Unfused, Flash2, Flash3 };

enum class GraphMode { None, Partial, Full };

template <typename E>
struct ChoiceName {
    E value;
    std::string_view key;
    std::string_view label;
};

inline constexpr std::array<ChoiceName<AttentionKernel>, 3> attentionKernelNames{{
    {AttentionKernel::Unfused, "unfused", "Unfused"},
    {AttentionKernel::Flash2, "flash2", "FA2, SDPA"},
    {AttentionKernel::Flash3, "flash3", "FA3, cuDNN"},
}};

inline constexpr std::array<ChoiceName<GraphMode>, 3> graphModeNames{{
    {GraphMode::None, "none", "None"},
    {GraphMode::Partial, "partial", "Partial"},
    {GraphMode::Full, "full", "Full iteration"},
}};

/// How tokens travel to their experts.
enum class Dispatcher { AllToAll, DeepEp, HybridEp };

inline constexpr std::array<ChoiceName<Dispatcher>, 3> dispatcherNames{{
    {Dispatcher::AllToAll, "alltoall", "All-to-all"},
    {Dispatcher::DeepEp, "deepep", "DeepEP"},
    {Dispatcher::HybridEp, "hybridep", "HybridEP"},
}};

/// How the ranks of a context-parallel group exchange keys and values.
enum class ContextExchange { Ring, AllToAll, Gather };

inline constexpr std::array<ChoiceName<ContextExchange>, 3> contextExchangeNames{{
    {ContextExchange::Ring, "ring", "Ring"},
    {ContextExchange::AllToAll, "all_to_all", "All-to-all"},
    {ContextExchange::Gather, "gather", "All-gather"},
}};

/// The switches a scenario may override.
struct StackChoices {
    AttentionKernel attentionKernel = AttentionKernel::Flash3;
    GraphMode cudaGraphs = GraphMode::None;
    bool tensorParallelOverlap = true;
    bool dataParallelOverlap = true;
    bool pipelineOverlap = true;        ///< p2p of interleaved schedules behind compute
    bool expertParallelOverlap = false; ///< dispatch and combine behind another batch's compute
    Dispatcher dispatcher = Dispatcher::AllToAll;
    ContextExchange contextExchange = ContextExchange::Ring;
    bool tokenDrop = false;             ///< experts of a fixed capacity: shapes known beforehand
    bool dropout = false;               ///< masks are written, kept and read back
    bool scatterGatherPipeline = false; ///< p2p sends 1/TP of the activation even without SP
    bool shardsParameters = false; ///< data-parallel ranks share out weights and gradients (ZeRO-3)

    bool operator==(const StackChoices&) const = default;
};

struct Stack {
    std::string id;
    std::string name;
    std::string date; ///< "2025-06", month of the release it stands for; empty where none is said
    StackChoices choices;
    Sourced<double> forwardLaunches; ///< host launches a dense layer, forward, besides GEMMs
    Sourced<double> backwardLaunches;
    Sourced<double> forwardTpLaunches; ///< more with tensor parallelism
    Sourced<double> backwardTpLaunches;
    Sourced<double> lossForwardLaunches; ///< of the head, besides its GEMM
    Sourced<double> lossBackwardLaunches;
    Sourced<double> embeddingLaunches;  ///< each pass
    Sourced<Seconds> launchTime;        ///< host time a launch
    Sourced<double> hostExponent;       ///< p of the p-norm of device and host time
    Sourced<double> partialGraphFactor; ///< host time left with partial CUDA graphs
    Sourced<double>
        normResidualBytes; ///< forward bytes an element of hidden: 2 norms, 2 residual adds
    Sourced<double> latentForwardLaunches; ///< more with latent attention
    Sourced<double> latentBackwardLaunches;
    Sourced<double> contextForwardLaunches; ///< more a rank of the context-parallel group
    Sourced<double> contextBackwardLaunches;
    Sourced<double> shardForwardLaunches; ///< more where parameters are sharded and gathered
    Sourced<double> shardBackwardLaunches;
    Sourced<double> adapterForwardLaunches; ///< more an adapter
    Sourced<double> adapterBackwardLaunches;
    Sourced<double> castLaunches;              ///< more a linear in 8 or 4 bits, each pass
    Sourced<double> expertPathForwardLaunches; ///< router, counts, permutation, dispatch of a layer
    Sourced<double> expertPathBackwardLaunches;
    Sourced<double> expertForwardLaunches; ///< more an expert on this GPU
    Sourced<double> expertBackwardLaunches;
    Sourced<double> expertCastForwardLaunches; ///< more an expert in 8 or 4 bits
    Sourced<double> expertCastBackwardLaunches;
    Sourced<double> expertHostExponent; ///< p where token counts are read back to the host
    Sourced<double> expertPartialGraph; ///< host time of the expert path left with partial graphs
    Sourced<double> expertFullGraph;    ///< and with full ones
    Sourced<double> biasedActivation;   ///< passes of the activation of biased experts, unfused
    Sourced<double> expertStaticShapes; ///< and where experts have a fixed capacity
    Sourced<double> castFactor;         ///< passes of quantise kernels over their minimum
    Sourced<double> permuteFactor;      ///< passes of the permutation over its minimum
    Sourced<double> expertBytesFactor;  ///< on the memory-bound kernels of experts
    Sourced<double> epExposed;          ///< share of dispatch and combine exposed when overlapped
    Sourced<double> contextHidden;      ///< share of attention that hides the ring's exchange
    Sourced<double> shardWindow;        ///< share of a layer's time that hides its gathers
    Sourced<double> shardSteal;         ///< share of hidden gathers that slows the compute down
    Sourced<double> agePerYear;         ///< slower a year before the reference date
    Sourced<double> expertAgePerYear;   ///< the same of the expert path, exponential
    Sourced<double> activationFactor;   ///< passes of the activation function over its minimum
    Sourced<double> lossBytes;          ///< HBM bytes a logit, cross-entropy forward and backward
    Sourced<double> logitMemoryBytes;   ///< bytes a logit kept at the peak
    Sourced<double> tpExposed;          ///< share of TP traffic exposed when overlapped
    Sourced<double> ppExposed;          ///< share of p2p exposed when interleaved and overlapped
    Sourced<double> dpWindow;      ///< share of a stage's micro-batch time that hides DP traffic
    Sourced<double> dpFloor;       ///< share of DP traffic exposed in any case
    Sourced<double> gradientBytes; ///< a parameter: accumulation buffer
    Sourced<double> gradientReduceBytes; ///< a parameter: on the wire
    Sourced<double> optimizerShardBytes; ///< HBM bytes a parameter of the shard this rank updates
    Sourced<double> optimizerLocalBytes; ///< HBM bytes a local parameter: norm, clip, zero
    Sourced<double>
        optimizerUnshardedBytes; ///< HBM bytes a local parameter where nothing is sharded
    Sourced<double> optimizerLaunches;
    Sourced<double> jitterPerDoubling; ///< share of the step for each doubling beyond 8 GPUs
    Sourced<Seconds> fixedStep;        ///< data loader, logging, synchronisation, at 8 GPUs
    Sourced<Bytes> memoryReserve;      ///< context, NCCL, fragmentation

    bool operator==(const Stack&) const = default;
};

} // namespace roofplan

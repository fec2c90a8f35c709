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

/// The switches a scenario may override.
struct StackChoices {
    AttentionKernel attentionKernel = AttentionKernel::Flash3;
    GraphMode cudaGraphs = GraphMode::None;
    bool tensorParallelOverlap = true;
    bool dataParallelOverlap = true;
    bool pipelineOverlap = true;        ///< p2p of interleaved schedules behind compute
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
    Sourced<double> activationFactor; ///< passes of the activation function over its minimum
    Sourced<double> lossBytes;        ///< HBM bytes a logit, cross-entropy forward and backward
    Sourced<double> logitMemoryBytes; ///< bytes a logit kept at the peak
    Sourced<double> tpExposed;        ///< share of TP traffic exposed when overlapped
    Sourced<double> ppExposed;        ///< share of p2p exposed when interleaved and overlapped
    Sourced<double> dpWindow;         ///< share of a stage's micro-batch time that hides DP traffic
    Sourced<double> dpFloor;          ///< share of DP traffic exposed in any case
    Sourced<double> gradientBytes;    ///< a parameter: accumulation buffer
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

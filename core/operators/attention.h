// Fused (flash) causal attention. The unfused form is built of GEMMs and memory-bound kernels
// (attention_kernels.h), since that is what it runs as.
#pragma once

#include "core/architecture/transformer.h"
#include "core/operators/device.h"
#include "core/operators/kernel_cost.h"

#include <cstdint>

namespace roofplan {

/// Per GPU: heads are those of this tensor-parallel rank.
struct AttentionShape {
    std::int64_t sequences = 1;
    std::int64_t queryHeads = 1;
    std::int64_t keyValueHeads = 1;
    std::int64_t headDimension = 128; ///< of queries and keys
    std::int64_t valueDimension = 0;  ///< of values and output, 0: as the keys'
    std::int64_t sequence = 1;        ///< tokens that a query can look back over
    std::int64_t contextParallel = 1; ///< ranks that share the queries; keys come round to all
    AttentionSpan span;
    bool backward = false;

    [[nodiscard]] double dimensions() const {
        return static_cast<double>(headDimension +
                                   (valueDimension > 0 ? valueDimension : headDimension));
    }

    /// Queries of one sequence on this rank.
    [[nodiscard]] double queries() const {
        return static_cast<double>(sequence) / static_cast<double>(contextParallel);
    }
};

/// With q queries on this rank, k keys on average and k_max at most, D = d_qk + d_v,
/// F = 2·b·h·q·k·D FLOPs forward and 2.5·F backward (full causal: q = s, k = s/2):
///   t = t0 + (c^1.4 + l^1.4)^(1/1.4) + io/Wm
///   c = F·(1 + Tq/(2k)) / (P·eta·r(D/2)),  l = one 128-row query block over all its keys:
///       2·128·k_max·D·SM / (P·eta·r),  io = Q, K, V, O (and their gradients) once each, 2 bytes
/// Under context parallelism the keys come in as many pieces as there are ranks, each a launch with
/// its own tile overhead. Time a FLOP follows r(d) (headSizeFactor). Backward runs at eta times the
/// profile's attention_backward. Source: operator curves of specs/efficiency (published prefill
/// kernel tables, 1.7 to 3.4 % median error); backward has no published table: arXiv 2307.08691 and
/// 2407.08608 give the 2.5 and the range.
[[nodiscard]] KernelCost flashAttentionCost(const AttentionShape& shape, const Device& device);

/// Keys that a query of a sequence of `sequence` tokens meets on average: s/2 for full causal
/// attention, w − w²/(2s) for a window, half a chunk.
[[nodiscard]] double averageKeys(const AttentionSpan& span, double sequence);

/// Keys that the last query meets.
[[nodiscard]] double mostKeys(const AttentionSpan& span, double sequence);

/// r(d) = (d + ramp)/d · 128/(128 + ramp): time a FLOP at head size d against that at 128. Softmax
/// and prologue do not shrink with the head. Source: study of published training steps.
[[nodiscard]] double headSizeFactor(double headDimension, double ramp);

} // namespace roofplan

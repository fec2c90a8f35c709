// Fused (flash) causal attention. The unfused form is built of GEMMs and memory-bound kernels
// (layer_operators.h), since that is what it runs as.
#pragma once

#include "core/operators/device.h"
#include "core/operators/kernel_cost.h"

#include <cstdint>

namespace roofplan {

/// Per GPU: heads are those of this tensor-parallel rank.
struct AttentionShape {
    std::int64_t sequences = 1;
    std::int64_t queryHeads = 1;
    std::int64_t keyValueHeads = 1;
    std::int64_t headDimension = 128;
    std::int64_t sequence = 1; ///< tokens, queries and keys alike
    bool backward = false;
};

/// With F = 2·b·h·s²·d FLOPs (causal half) forward and 2.5·F backward:
///   t = t0 + (c^1.4 + l^1.4)^(1/1.4) + io/Wm
///   c = F·(1 + Tq/s) / (P·eta·r(d)),  l = one 128-row query block over the whole length:
///       4·128·s·d·SM / (P·eta·r(d)),  io = Q, K, V, O (and their gradients) once each, 2 bytes
/// The time against the head size follows ((0.91 d/128)^4 + 0.745^4)^(1/4): softmax exponentials
/// bound small heads. Backward runs at eta times the profile's attention_backward. Source: operator
/// curves of specs/efficiency (published prefill kernel tables, 1.7 to 3.4 % median error);
/// backward has no published table: arXiv 2307.08691 and 2407.08608 give the 2.5 and the range.
[[nodiscard]] KernelCost flashAttentionCost(const AttentionShape& shape, const Device& device);

/// r(d): time a FLOP at head size d against that at 128.
[[nodiscard]] double headSizeFactor(double headDimension);

} // namespace roofplan

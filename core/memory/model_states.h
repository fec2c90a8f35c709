// Parameters as one GPU holds them, and the bytes of weights, gradients and optimiser around them.
#pragma once

#include "core/architecture/transformer.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Parameters of a layer on one rank of TP: linears divided (KV heads replicated where TP exceeds
/// them), norms and output biases whole.
[[nodiscard]] double
localLayerParameters(const Transformer& model, const LayerKind& kind, std::int64_t tensorParallel);

/// Token and position table, columns of the vocabulary divided by TP.
[[nodiscard]] double localEmbeddingParameters(const Transformer& model,
                                              std::int64_t tensorParallel);

/// Final norm and LM head. A tied head on another stage than the embedding is a second copy.
[[nodiscard]] double
localHeadParameters(const Transformer& model, std::int64_t tensorParallel, bool ownCopy);

/// Linear weights of one layer: the size of the buffers that fused weight-gradient accumulation
/// keeps.
[[nodiscard]] double
localLinearParameters(const Transformer& model, const LayerKind& kind, std::int64_t tensorParallel);

inline constexpr double weightBytes = 2.0;     ///< a parameter, 16-bit
inline constexpr double optimizerBytes = 12.0; ///< FP32 master weight and the two moments of Adam

struct ModelStates {
    Bytes weights;   ///< 2 bytes a parameter
    Bytes gradients; ///< gradientBytes a parameter
    Bytes
        optimizer; ///< 12 a parameter (FP32 master, two moments), divided by `shards` under ZeRO-1
};

/// Source: arXiv 1910.02054 §3.1 and §5.1 (16 bytes a parameter with 2-byte gradients).
[[nodiscard]] ModelStates modelStates(double parameters, double gradientBytes, double shards);

} // namespace roofplan

// Parameters as one GPU holds them, and the bytes of weights, gradients and optimiser around them.
#pragma once

#include "core/architecture/transformer.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Ranks that the matrices of a layer are divided over.
struct ParameterSplit {
    std::int64_t tensorParallel = 1;
    std::int64_t expertParallel = 1;
    std::int64_t expertTensorParallel = 1;
};

/// Parameters on one GPU; experts apart, as they have fewer replicas.
struct LocalParameters {
    double dense = 0.0;
    double expert = 0.0;

    [[nodiscard]] double total() const { return dense + expert; }

    LocalParameters& operator+=(const LocalParameters& other) {
        dense += other.dense;
        expert += other.expert;
        return *this;
    }

    friend LocalParameters operator*(LocalParameters p, double times) {
        return {.dense = p.dense * times, .expert = p.expert * times};
    }
};

/// Parameters of a layer on one rank: linears divided over TP (KV heads replicated where TP exceeds
/// them, down-projections to latents whole), experts over EP and ETP; norms, output biases and
/// routers whole.
[[nodiscard]] LocalParameters
localLayerParameters(const Transformer& model, const LayerKind& kind, const ParameterSplit& split);

/// Token and position table, columns of the vocabulary divided by TP.
[[nodiscard]] double localEmbeddingParameters(const Transformer& model,
                                              std::int64_t tensorParallel);

/// Final norm and LM head. A tied head on another stage than the embedding is a second copy.
[[nodiscard]] double
localHeadParameters(const Transformer& model, std::int64_t tensorParallel, bool ownCopy);

/// Join in front of the layer of a predicted token: 2·h² divided by TP, two norms, and the final
/// norm behind it.
[[nodiscard]] double localPredictionParameters(const Transformer& model,
                                               std::int64_t tensorParallel);

/// Linear weights of one layer, one expert's for each of its two or three matrices: the size of the
/// buffers that fused weight-gradient accumulation keeps, one a distinct shape.
[[nodiscard]] double
localLinearParameters(const Transformer& model, const LayerKind& kind, const ParameterSplit& split);

inline constexpr double weightBytes = 2.0;     ///< a parameter, 16-bit
inline constexpr double optimizerBytes = 12.0; ///< FP32 master weight and the two moments of Adam

/// Ranks over which each state is divided, of dense and of expert parameters.
struct StateShards {
    double weights = 1.0; ///< of both, under FSDP
    double gradients = 1.0;
    double optimizer = 1.0;
};

struct ModelStates {
    Bytes weights;   ///< 2 bytes a parameter
    Bytes gradients; ///< gradientBytes a parameter
    Bytes optimizer; ///< 12 a parameter (FP32 master, two moments)
};

/// Each divided by its shards. Source: arXiv 1910.02054 §3.1 and §5 (16 bytes a parameter with
/// 2-byte gradients).
[[nodiscard]] ModelStates
modelStates(double parameters, double gradientBytes, const StateShards& shards);

} // namespace roofplan

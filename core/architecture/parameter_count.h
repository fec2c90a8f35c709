// Parameters of a transformer by part, exact as a model card counts them: learned weights, biases
// and sinks; rotary tables, quantisation scales and integer look-ups are not counted.
#pragma once

#include "core/architecture/transformer.h"

#include <cstdint>

namespace roofplan {

/// Of one layer.
struct LayerParameters {
    std::int64_t tokenMixer = 0;       ///< projections, biases, sinks, inner norms, compressors
    std::int64_t indexer = 0;          ///< the small attention that picks keys
    std::int64_t dense = 0;            ///< feed-forward that every token meets
    std::int64_t router = 0;           ///< with its biases and scales
    std::int64_t routedExperts = 0;    ///< all of them
    std::int64_t idleExperts = 0;      ///< those of routedExperts that a token does not meet
    std::int64_t sharedExperts = 0;    ///< with their gate and the projections to a latent width
    std::int64_t norms = 0;            ///< over the hidden width, and single numbers beside them
    std::int64_t hyperConnections = 0; ///< weights that mix residual streams

    /// Of all those above the ones that a token is multiplied with, once each: matrices and
    /// convolutions of what it meets, no biases, norms or sinks. 2 FLOPs each.
    std::int64_t multiplied = 0;

    [[nodiscard]] std::int64_t channelMixer() const {
        return dense + router + routedExperts + sharedExperts;
    }

    [[nodiscard]] std::int64_t total() const {
        return tokenMixer + indexer + channelMixer() + norms + hyperConnections;
    }

    [[nodiscard]] std::int64_t active() const { return total() - idleExperts; }

    bool operator==(const LayerParameters&) const = default;
};

/// Of the main model; multi-token prediction and vision tower apart.
struct ParameterCount {
    std::int64_t embedding = 0; ///< token table
    std::int64_t positions = 0; ///< learned position table
    std::int64_t lmHead = 0;    ///< 0 when tied
    LayerParameters layers;     ///< sum of all layers; norms and mixing with the final ones
    std::int64_t multiTokenPrediction = 0;       ///< all modules
    std::int64_t multiTokenPredictionActive = 0; ///< less the experts a token does not meet
    std::int64_t vision = 0;                     ///< tower and projector

    [[nodiscard]] std::int64_t total() const {
        return embedding + positions + lmHead + layers.total();
    }

    /// Less the routed experts a token does not meet; both tables stay in.
    [[nodiscard]] std::int64_t active() const { return total() - layers.idleExperts; }

    /// Less the tables that are only looked up; a tied one stays, it is the LM head. What FLOPs
    /// are counted with.
    [[nodiscard]] std::int64_t activeWithoutInputEmbedding() const {
        return active() - positions - (lmHead > 0 ? embedding : 0);
    }

    [[nodiscard]] std::int64_t activeWithoutEmbeddings() const { return layers.active(); }

    /// With multi-token prediction and vision tower: what a checkpoint holds.
    [[nodiscard]] std::int64_t all() const { return total() + multiTokenPrediction + vision; }

    bool operator==(const ParameterCount&) const = default;
};

/// Of a layer of this kind. Grouped-query attention: Q h·a·d, K and V h·kv·d each, output a·d·h;
/// feed-forward 2 or 3 · h·f; norms h (RMS) or 2h (layer norm with bias). Sources: model cards,
/// arXiv 2407.21783 table 3; latent attention arXiv 2405.04434 section 2.1; Gated DeltaNet arXiv
/// 2412.06464; Mamba-2 arXiv 2405.21060; hyper-connections arXiv 2512.24880.
[[nodiscard]] LayerParameters layerParameters(const Transformer& model, const LayerKind& kind);

/// Of all multi-token prediction modules: their layers, the projections of hidden state beside
/// embedding, and what else they hold, under `dense`. Embedding and head are the main model's.
[[nodiscard]] LayerParameters predictionParameters(const Transformer& model);

[[nodiscard]] ParameterCount parameterCount(const Transformer& model);

} // namespace roofplan

// Parameters of a transformer by part, exact as a model card counts them: learned weights and
// biases; rotary tables and integer look-ups are not counted.
#pragma once

#include "core/architecture/transformer.h"

#include <cstdint>

namespace roofplan {

struct LayerParameters {
    std::int64_t tokenMixer = 0; ///< projections, biases, query/key norms
    std::int64_t channelMixer = 0;
    std::int64_t norms = 0; ///< the two norms in front of the mixers

    [[nodiscard]] std::int64_t total() const { return tokenMixer + channelMixer + norms; }
};

struct ParameterCount {
    std::int64_t embedding = 0; ///< token table and learned positions
    std::int64_t lmHead = 0;    ///< 0 when tied
    std::int64_t tokenMixers = 0;
    std::int64_t channelMixers = 0;
    std::int64_t norms = 0; ///< with the final norm

    [[nodiscard]] std::int64_t total() const {
        return embedding + lmHead + tokenMixers + channelMixers + norms;
    }

    /// Parameters a token meets in a forward pass; equal to total() until there are experts.
    [[nodiscard]] std::int64_t active() const { return total(); }

    bool operator==(const ParameterCount&) const = default;
};

/// Q: h·a·d, K and V: h·kv·d each, output: a·d·h; feed-forward 2 or 3 · h·f; norms h (RMS) or 2h
/// (layer norm with bias). Source: model cards, e.g. arXiv 2407.21783 table 3.
[[nodiscard]] LayerParameters layerParameters(const Transformer& model, const LayerKind& kind);

[[nodiscard]] ParameterCount parameterCount(const Transformer& model);

/// Bytes of keys and values that one token leaves in one sequence's cache: Σ layers 2·kv·d·bytes.
[[nodiscard]] double keyValueBytesPerToken(const Transformer& model, double bytesPerElement);

} // namespace roofplan

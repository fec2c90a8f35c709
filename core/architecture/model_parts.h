// The kinds of parts that a transformer is made of, in words: the one place that refusals, reports
// and pickers name them from.
#pragma once

#include "core/architecture/transformer.h"

#include <array>
#include <bitset>
#include <string>

namespace roofplan {

enum class ModelPart : std::uint8_t {
    GroupedQueryAttention,
    SlidingWindow,
    ChunkedAttention,
    SparseIndexer,
    GatedAttention,
    AttentionSinks,
    SharedKeyValue,
    WidthQueryKeyNorm,
    WeightlessQueryKeyNorm,
    LatentAttention,
    CompressedAttention,
    LinearAttention,
    StateSpace,
    DenseFeedForward,
    MixtureOfExperts,
    DenseBesideExperts,
    LatentExperts,
    SingleMixer,
    OtherNorms,
    HyperConnections,
    MultiTokenPrediction,
    VisionTower,
};

inline constexpr std::size_t modelPartCount = 22;

/// A set of ModelPart, indexed by its value.
using ModelParts = std::bitset<modelPartCount>;

/// All parts that the model's layer kinds and the model itself have.
[[nodiscard]] ModelParts partsOf(const Transformer& model);

[[nodiscard]] constexpr ModelParts setOf(std::initializer_list<ModelPart> parts) {
    unsigned long long bits = 0;
    for (const ModelPart part : parts) {
        bits |= 1ULL << static_cast<unsigned>(part);
    }
    return bits;
}

/// "mixture of experts", for translation.
[[nodiscard]] const char* partName(ModelPart part);

/// "multi-head latent attention, mixture of experts" in English.
[[nodiscard]] std::string partNames(const ModelParts& parts);

/// "MLA", "GQA (window 128)", "Mamba-2"; empty for none.
[[nodiscard]] std::string shortName(const TokenMixer& mixer);

/// "dense", "256 experts (8 a token, 1 shared)"; empty for none.
[[nodiscard]] std::string shortName(const ChannelMixer& mixer);

/// "61 layers: 3 × MLA + dense, 58 × MLA + 256 experts (8 a token, 1 shared)", in order of first
/// appearance; kinds that read alike are counted together.
[[nodiscard]] std::string layersText(const Transformer& model);

} // namespace roofplan

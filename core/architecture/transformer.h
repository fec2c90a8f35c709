// What a transformer is: a list of layers, each of a kind; a kind is a token mixer and a channel
// mixer. Attention types, experts, state-space layers join as further alternatives of the two
// variants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace roofplan {

/// Grouped-query attention (multi-head where keyValueHeads == queryHeads). Causal.
struct GroupedQueryAttention {
    std::int64_t queryHeads = 0;
    std::int64_t keyValueHeads = 0;
    std::int64_t headDimension = 0;
    bool inputBias = false;    ///< bias on the Q, K and V projections
    bool outputBias = false;   ///< bias on the output projection
    bool queryKeyNorm = false; ///< RMSNorm over the head dimension of Q and of K (one weight each)
    bool rotary = true;        ///< rotary positions; otherwise none or learned (Transformer)

    bool operator==(const GroupedQueryAttention&) const = default;
};

using TokenMixer = std::variant<GroupedQueryAttention>;

/// Two or (gated, SwiGLU type) three matrices of hidden × width.
struct DenseFeedForward {
    std::int64_t width = 0;
    bool gated = true;
    bool bias = false;

    bool operator==(const DenseFeedForward&) const = default;
};

using ChannelMixer = std::variant<DenseFeedForward>;

enum class NormKind { Rms, Layer };

/// One kind of layer: norm → token mixer → residual, norm → channel mixer → residual.
struct LayerKind {
    std::string id;
    TokenMixer tokenMixer;
    ChannelMixer channelMixer;

    bool operator==(const LayerKind&) const = default;
};

/// More kinds than any published model has; readers of models refuse more.
inline constexpr std::size_t mostLayerKinds = 8;

struct Transformer {
    std::string name;
    std::int64_t hidden = 0;
    std::int64_t vocabulary = 0;
    std::int64_t learnedPositions = 0; ///< rows of a learned position table, 0 for none
    bool tiedEmbeddings = false;       ///< LM head shares the embedding table
    NormKind norm = NormKind::Rms;
    std::vector<LayerKind> layerKinds;
    std::vector<std::uint16_t> layers; ///< [layers] index into layerKinds, in order

    bool operator==(const Transformer&) const = default;
};

} // namespace roofplan

// What a transformer is: a list of layers, each of a kind; a kind is a token mixer and a channel
// mixer, one of which may be absent (hybrid models that alternate them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace roofplan {

/// The layer has only the other mixer.
struct NoMixer {
    bool operator==(const NoMixer&) const = default;
};

enum class QueryKeyNorm {
    None,
    Head,       ///< RMSNorm over the head dimension of Q and of K, one weight vector each
    Width,      ///< RMSNorm over all heads: queryHeads·d and keyValueHeads·d weights
    Weightless, ///< normalised without learned weights
};

/// Which keys a query sees.
struct AttentionSpan {
    enum class Kind {
        Full,    ///< all tokens before it
        Sliding, ///< the last `tokens` ones, itself included
        Chunked, ///< those before it in its chunk of `tokens`
    };

    Kind kind = Kind::Full;
    std::int64_t tokens = 0; ///< 0 for Full

    bool operator==(const AttentionSpan&) const = default;
};

/// A small attention that picks the keys which the large one then reads ("lightning indexer" of
/// DeepSeek-V3.2, block selection of MiniMax-M3). Source: arXiv 2512.02556 section 2.1.
struct SparseIndexer {
    std::int64_t heads = 0;
    std::int64_t headDimension = 0;
    std::int64_t selectedTokens = 0; ///< keys that each query then attends to
    std::int64_t queryInput = 0;     ///< width of what its queries are made of, 0 for hidden
    bool headWeights = true;         ///< a learned projection hidden → heads weighs the scores
    bool keyNormBias = true;         ///< the norm of the keys is a layer norm, with bias
    bool queryNorm = false;          ///< a norm of the queries as well (d weights each)

    bool operator==(const SparseIndexer&) const = default;
};

/// Grouped-query attention (multi-head where keyValueHeads == queryHeads). Causal.
struct GroupedQueryAttention {
    std::int64_t queryHeads = 0;
    std::int64_t keyValueHeads = 0;
    std::int64_t headDimension = 0;
    bool inputBias = false;  ///< bias on the Q, K and V projections
    bool outputBias = false; ///< bias on the output projection
    QueryKeyNorm queryKeyNorm = QueryKeyNorm::None;
    bool rotary = true;      ///< rotary positions; otherwise none or learned (Transformer)
    bool outputGate = false; ///< a gate as wide as the queries, projected beside them
    bool sinks = false;      ///< one learned logit a query head
    bool keyIsValue = false; ///< V is K: no projection of its own
    AttentionSpan span;
    std::optional<SparseIndexer> indexer;

    bool operator==(const GroupedQueryAttention&) const = default;
};

/// Multi-head latent attention. Source: arXiv 2405.04434 section 2.1.
struct LatentAttention {
    std::int64_t heads = 0;
    std::int64_t queryRank = 0; ///< latent width of the queries, 0 where Q is projected directly
    std::int64_t keyValueRank = 0;
    std::int64_t plainDimension = 0;  ///< of Q and K a head, without position (qk_nope_head_dim)
    std::int64_t rotaryDimension = 0; ///< of Q a head and of the one shared K (qk_rope_head_dim)
    std::int64_t valueDimension = 0;  ///< a head
    std::optional<SparseIndexer> indexer;

    bool operator==(const LatentAttention&) const = default;
};

/// One shared key-value head (the key is the value) over compressed blocks of tokens beside a
/// sliding window, low-rank queries, a sink a head and a grouped low-rank output projection
/// (DeepSeek-V4).
struct CompressedAttention {
    std::int64_t heads = 0;
    std::int64_t headDimension = 0;
    std::int64_t queryRank = 0;
    std::int64_t outputRank = 0; ///< of each output group
    std::int64_t outputGroups = 0;
    std::int64_t rotaryDimension = 0;
    std::int64_t window = 0;      ///< tokens, uncompressed
    std::int64_t compression = 0; ///< tokens a compressed key stands for, 0 for the window alone
    bool overlapping = false;     ///< compressor of twice the width over overlapping blocks
    std::optional<SparseIndexer> indexer; ///< picks compressed keys; has a compressor of its own

    bool operator==(const CompressedAttention&) const = default;
};

/// Gated linear attention with the delta rule (Gated DeltaNet). Source: arXiv 2412.06464.
struct LinearAttention {
    std::int64_t keyHeads = 0;
    std::int64_t valueHeads = 0;
    std::int64_t keyDimension = 0;
    std::int64_t valueDimension = 0;
    std::int64_t convolution = 0; ///< taps of the causal depthwise convolution on Q, K and V

    bool operator==(const LinearAttention&) const = default;
};

/// A Mamba-2 state-space layer. Source: arXiv 2405.21060.
struct StateSpace {
    std::int64_t heads = 0;
    std::int64_t headDimension = 0;
    std::int64_t groups = 0; ///< of B and C
    std::int64_t state = 0;
    std::int64_t convolution = 0;
    bool convolutionBias = true;
    bool projectionBias = false;

    bool operator==(const StateSpace&) const = default;
};

using TokenMixer = std::variant<GroupedQueryAttention,
                                LatentAttention,
                                CompressedAttention,
                                LinearAttention,
                                StateSpace,
                                NoMixer>;

/// Two or (gated, SwiGLU type) three matrices of hidden × width.
struct DenseFeedForward {
    std::int64_t width = 0;
    bool gated = true;
    bool bias = false;

    bool operator==(const DenseFeedForward&) const = default;
};

/// Routed experts, `perToken` of them for each token, beside shared ones that every token meets.
struct MixtureOfExperts {
    std::int64_t experts = 0;
    std::int64_t perToken = 0;
    std::int64_t width = 0; ///< of a routed expert
    bool gated = true;
    bool bias = false;            ///< on the matrices of the experts
    std::int64_t sharedWidth = 0; ///< of all shared experts together, 0 for none
    bool sharedGate = false;      ///< a learned gate hidden → 1 on the shared expert
    std::int64_t denseWidth = 0;  ///< of a dense feed-forward beside the experts (Gemma 4), 0: none
    bool routerBias = false;      ///< one number an expert: a bias or a balancing correction
    bool routerScale = false;     ///< a learned scale of the router's input, hidden wide
    bool expertScale = false;     ///< a learned factor an expert
    std::int64_t latent =
        0; ///< width that routed experts work in between two projections, 0: hidden
    std::int64_t groups = 1; ///< routing groups of experts
    std::int64_t groupsPerToken = 1;

    bool operator==(const MixtureOfExperts&) const = default;
};

using ChannelMixer = std::variant<DenseFeedForward, MixtureOfExperts, NoMixer>;

enum class NormKind { Rms, Layer };

/// One kind of layer: norm → token mixer → residual, norm → channel mixer → residual.
struct LayerKind {
    std::string id;
    TokenMixer tokenMixer;
    ChannelMixer channelMixer;
    std::int64_t norms = 2;   ///< norms over the hidden width
    std::int64_t scalars = 0; ///< learned single numbers beside them

    bool operator==(const LayerKind&) const = default;
};

/// 1 or 2.
[[nodiscard]] inline std::int64_t mixersOf(const LayerKind& kind) {
    return (std::holds_alternative<NoMixer>(kind.tokenMixer) ? 0 : 1) +
           (std::holds_alternative<NoMixer>(kind.channelMixer) ? 0 : 1);
}

/// More kinds than any published model has; readers of models refuse more.
inline constexpr std::size_t mostLayerKinds = 8;

/// Layers behind the last one that predict further tokens: two norms, a projection of 2·hidden to
/// hidden, a layer and a final norm each; embedding and head are the main model's. Source: arXiv
/// 2412.19437 section 2.2.
struct MultiTokenPrediction {
    std::int64_t modules = 0;
    std::uint16_t kind = 0;           ///< index into layerKinds
    std::int64_t otherParameters = 0; ///< of all modules, beside the parts above

    bool operator==(const MultiTokenPrediction&) const = default;
};

struct Transformer {
    std::string name;
    std::int64_t hidden = 0;
    std::int64_t vocabulary = 0;
    std::int64_t learnedPositions = 0; ///< rows of a learned position table, 0 for none
    bool tiedEmbeddings = false;       ///< LM head shares the embedding table
    NormKind norm = NormKind::Rms;
    std::vector<LayerKind> layerKinds;
    std::vector<std::uint16_t> layers; ///< [layers] index into layerKinds, in order
    std::int64_t residualStreams = 1;  ///< hyper-connections mix this many copies of the residual
    std::int64_t visionParameters = 0; ///< tower and projector, counted apart
    std::optional<MultiTokenPrediction> multiTokenPrediction;

    bool operator==(const Transformer&) const = default;
};

} // namespace roofplan

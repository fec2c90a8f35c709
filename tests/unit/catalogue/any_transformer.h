// Any transformer that a file can say, for properties.
#pragma once

#include "core/architecture/transformer.h"

#include <rapidcheck.h>

#include <string>

namespace roofplan {

inline void showValue(const Transformer& model, std::ostream& os) {
    os << model.layerKinds.size() << " kinds, " << model.layers.size() << " layers";
}

} // namespace roofplan

namespace rc {

namespace roofplanModels {

using namespace roofplan;

inline Gen<std::int64_t> upTo(std::int64_t most) {
    return gen::inRange<std::int64_t>(1, most + 1);
}

inline Gen<std::int64_t> upToOrNone(std::int64_t most) {
    return gen::inRange<std::int64_t>(0, most + 1);
}

inline std::optional<SparseIndexer> anyIndexer() {
    if (!*gen::arbitrary<bool>()) {
        return std::nullopt;
    }
    return SparseIndexer{.heads = *upTo(64),
                         .headDimension = *upTo(256),
                         .selectedTokens = *upTo(4096),
                         .queryInput = *upToOrNone(4096),
                         .headWeights = *gen::arbitrary<bool>(),
                         .keyNormBias = *gen::arbitrary<bool>(),
                         .queryNorm = *gen::arbitrary<bool>()};
}

inline AttentionSpan anySpan() {
    const auto kind = *gen::element(AttentionSpan::Kind::Full, AttentionSpan::Kind::Sliding,
                                    AttentionSpan::Kind::Chunked);
    return {kind, kind == AttentionSpan::Kind::Full ? 0 : *upTo(8192)};
}

inline TokenMixer anyAttention() {
    const std::int64_t keyValueHeads = *upTo(16);
    return GroupedQueryAttention{.queryHeads = keyValueHeads * *upTo(8),
                                 .keyValueHeads = keyValueHeads,
                                 .headDimension = *upTo(512),
                                 .inputBias = *gen::arbitrary<bool>(),
                                 .outputBias = *gen::arbitrary<bool>(),
                                 .queryKeyNorm =
                                     *gen::element(QueryKeyNorm::None, QueryKeyNorm::Head,
                                                   QueryKeyNorm::Width, QueryKeyNorm::Weightless),
                                 .rotary = *gen::arbitrary<bool>(),
                                 .outputGate = *gen::arbitrary<bool>(),
                                 .sinks = *gen::arbitrary<bool>(),
                                 .keyIsValue = *gen::arbitrary<bool>(),
                                 .span = anySpan(),
                                 .indexer = anyIndexer()};
}

inline TokenMixer anyLatent() {
    return LatentAttention{.heads = *upTo(128),
                           .queryRank = *upToOrNone(2048),
                           .keyValueRank = *upTo(1024),
                           .plainDimension = *upTo(256),
                           .rotaryDimension = *upToOrNone(128),
                           .valueDimension = *upTo(256),
                           .indexer = anyIndexer()};
}

inline TokenMixer anyCompressed() {
    CompressedAttention attention{.heads = *upTo(128),
                                  .headDimension = *upTo(512),
                                  .queryRank = *upTo(2048),
                                  .outputRank = *upTo(2048),
                                  .outputGroups = *upTo(16),
                                  .rotaryDimension = *upToOrNone(128),
                                  .window = *upTo(4096),
                                  .compression = *upToOrNone(128),
                                  .overlapping = *gen::arbitrary<bool>()};
    if (attention.compression > 0) {
        attention.indexer = anyIndexer();
    }
    return attention;
}

inline TokenMixer anyLinear() {
    const std::int64_t keyHeads = *upTo(32);
    return LinearAttention{.keyHeads = keyHeads,
                           .valueHeads = keyHeads * *upTo(4),
                           .keyDimension = *upTo(256),
                           .valueDimension = *upTo(256),
                           .convolution = *upToOrNone(8)};
}

inline TokenMixer anyStateSpace() {
    const std::int64_t groups = *upTo(8);
    return StateSpace{.heads = groups * *upTo(16),
                      .headDimension = *upTo(128),
                      .groups = groups,
                      .state = *upTo(256),
                      .convolution = *upToOrNone(8),
                      .convolutionBias = *gen::arbitrary<bool>(),
                      .projectionBias = *gen::arbitrary<bool>()};
}

inline TokenMixer anyTokenMixer() {
    switch (*gen::inRange(0, 6)) {
    case 0:
        return anyAttention();
    case 1:
        return anyLatent();
    case 2:
        return anyCompressed();
    case 3:
        return anyLinear();
    case 4:
        return anyStateSpace();
    default:
        return NoMixer{};
    }
}

inline ChannelMixer anyExperts() {
    const std::int64_t groups = *upTo(8);
    const std::int64_t experts = groups * *upTo(64);
    return MixtureOfExperts{.experts = experts,
                            .perToken = *upTo(experts),
                            .width = *upTo(4096),
                            .gated = *gen::arbitrary<bool>(),
                            .bias = *gen::arbitrary<bool>(),
                            .sharedWidth = *upToOrNone(4096),
                            .sharedGate = *gen::arbitrary<bool>(),
                            .denseWidth = *upToOrNone(4096),
                            .routerBias = *gen::arbitrary<bool>(),
                            .routerScale = *gen::arbitrary<bool>(),
                            .expertScale = *gen::arbitrary<bool>(),
                            .latent = *upToOrNone(2048),
                            .groups = groups,
                            .groupsPerToken = *upTo(groups)};
}

inline ChannelMixer anyChannelMixer(bool needed) {
    switch (*gen::inRange(0, needed ? 2 : 3)) {
    case 0:
        return DenseFeedForward{.width = *upTo(16384),
                                .gated = *gen::arbitrary<bool>(),
                                .bias = *gen::arbitrary<bool>()};
    case 1:
        return anyExperts();
    default:
        return NoMixer{};
    }
}

inline LayerKind anyLayerKind(std::size_t index) {
    TokenMixer token = anyTokenMixer();
    const bool needed = std::holds_alternative<NoMixer>(token);
    return {.id = "kind-" + std::to_string(index),
            .tokenMixer = std::move(token),
            .channelMixer = anyChannelMixer(needed),
            .norms = *upToOrNone(8),
            .scalars = *upToOrNone(3)};
}

inline Transformer anyTransformer() {
    Transformer model{.name = "M",
                      .hidden = *upTo(16384),
                      .vocabulary = *upTo(300'000),
                      .learnedPositions = *upToOrNone(4096),
                      .tiedEmbeddings = *gen::arbitrary<bool>(),
                      .norm = *gen::element(NormKind::Rms, NormKind::Layer),
                      .residualStreams = *upTo(8),
                      .visionParameters = *upToOrNone(1'000'000'000)};
    const auto kinds = *gen::inRange<std::size_t>(1, mostLayerKinds + 1);
    for (std::size_t i = 0; i < kinds; ++i) {
        model.layerKinds.push_back(anyLayerKind(i));
    }
    const auto index = gen::inRange<std::uint16_t>(0, static_cast<std::uint16_t>(kinds));
    model.layers = *gen::nonEmpty(gen::container<std::vector<std::uint16_t>>(index));
    if (*gen::arbitrary<bool>()) {
        model.multiTokenPrediction = MultiTokenPrediction{
            .modules = *upTo(4), .kind = *index, .otherParameters = *upToOrNone(1'000'000)};
    }
    return model;
}

} // namespace roofplanModels

template <>
struct Arbitrary<roofplan::Transformer> {
    static Gen<roofplan::Transformer> arbitrary() {
        return gen::exec([] { return roofplanModels::anyTransformer(); });
    }
};

} // namespace rc

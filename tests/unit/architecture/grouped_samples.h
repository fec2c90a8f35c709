// Published models with grouped-query attention as transformers, dense and with experts. Source:
// their configuration files on Hugging Face.
#pragma once

#include "tests/unit/architecture/transformer_samples.h"

#include <utility>

namespace roofplan::samples {

/// The layers of a repeated pattern, cut at `count`.
inline std::vector<std::uint16_t> repeat(const std::vector<std::uint16_t>& pattern,
                                         std::size_t count) {
    std::vector<std::uint16_t> layers(count);
    for (std::size_t i = 0; i < count; ++i) {
        layers[i] = pattern[i % pattern.size()];
    }
    return layers;
}

inline GroupedQueryAttention
qwen3Attention(std::int64_t heads, std::int64_t keyValueHeads, QueryKeyNorm norm) {
    return {.queryHeads = heads,
            .keyValueHeads = keyValueHeads,
            .headDimension = 128,
            .queryKeyNorm = norm};
}

/// One kind of layer, `layers` times; untied.
inline Transformer uniform(const char* name,
                           std::int64_t hidden,
                           std::int64_t vocabulary,
                           std::size_t layers,
                           TokenMixer token,
                           ChannelMixer channel) {
    return {
        .name = name,
        .hidden = hidden,
        .vocabulary = vocabulary,
        .layerKinds = {{.id = "layer", .tokenMixer = std::move(token), .channelMixer = channel}},
        .layers = repeat({0}, layers)};
}

inline Transformer qwen3Dense(std::int64_t hidden,
                              std::size_t layers,
                              std::int64_t heads,
                              std::int64_t width,
                              bool tied,
                              std::int64_t vision = 0) {
    Transformer model =
        uniform("Qwen3", hidden, 151936, layers, qwen3Attention(heads, 8, QueryKeyNorm::Head),
                DenseFeedForward{.width = width});
    model.tiedEmbeddings = tied;
    model.visionParameters = vision;
    return model;
}

inline Transformer qwen3Of235B(std::int64_t vision = 0) {
    Transformer model =
        uniform("Qwen3-235B-A22B", 4096, 151936, 94, qwen3Attention(64, 4, QueryKeyNorm::Head),
                MixtureOfExperts{.experts = 128, .perToken = 8, .width = 1536});
    model.visionParameters = vision;
    return model;
}

inline Transformer qwen3Of30B() {
    return uniform("Qwen3-30B-A3B", 2048, 151936, 48, qwen3Attention(32, 4, QueryKeyNorm::Head),
                   MixtureOfExperts{.experts = 128, .perToken = 8, .width = 768});
}

inline Transformer mixtral() {
    return uniform("Mixtral 8x7B", 4096, 32000, 32, qwen3Attention(32, 8, QueryKeyNorm::None),
                   MixtureOfExperts{.experts = 8, .perToken = 2, .width = 14336});
}

inline Transformer mimo() {
    Transformer model =
        uniform("MiMo-7B", 4096, 151680, 36,
                GroupedQueryAttention{
                    .queryHeads = 32, .keyValueHeads = 8, .headDimension = 128, .inputBias = true},
                DenseFeedForward{.width = 11008});
    model.multiTokenPrediction = MultiTokenPrediction{.modules = 1};
    return model;
}

inline Transformer miniMaxM2() {
    Transformer model =
        uniform("MiniMax-M2.7", 3072, 200064, 62, qwen3Attention(48, 8, QueryKeyNorm::Width),
                MixtureOfExperts{.experts = 256, .perToken = 8, .width = 1536, .routerBias = true});
    model.multiTokenPrediction = MultiTokenPrediction{.modules = 3};
    return model;
}

inline Transformer miniMaxM3() {
    const GroupedQueryAttention dense = qwen3Attention(64, 4, QueryKeyNorm::Head);
    GroupedQueryAttention sparse = dense;
    sparse.indexer = SparseIndexer{.heads = 4,
                                   .headDimension = 128,
                                   .selectedTokens = 16 * 128,
                                   .headWeights = false,
                                   .keyNormBias = false,
                                   .queryNorm = true};
    const MixtureOfExperts experts{
        .experts = 128, .perToken = 4, .width = 3072, .sharedWidth = 3072, .routerBias = true};
    Transformer model = uniform("MiniMax-M3", 6144, 200064, 60, sparse, experts);
    model.layerKinds.push_back(
        {.id = "dense", .tokenMixer = dense, .channelMixer = DenseFeedForward{.width = 12288}});
    model.layers[0] = model.layers[1] = model.layers[2] = 1;
    model.visionParameters = 865'567'232;
    model.multiTokenPrediction = MultiTokenPrediction{.modules = 1};
    return model;
}

/// Five layers see a window of 1,024 tokens, the sixth all; there K is V and heads are 512 wide.
inline Transformer gemma4(const char* name,
                          std::int64_t hidden,
                          std::size_t layers,
                          std::int64_t heads,
                          std::int64_t windowHeads,
                          std::int64_t fullHeads) {
    const GroupedQueryAttention window{
        .queryHeads = heads,
        .keyValueHeads = windowHeads,
        .headDimension = 256,
        .queryKeyNorm = QueryKeyNorm::Head,
        .span = {.kind = AttentionSpan::Kind::Sliding, .tokens = 1024}};
    const GroupedQueryAttention full{.queryHeads = heads,
                                     .keyValueHeads = fullHeads,
                                     .headDimension = 512,
                                     .queryKeyNorm = QueryKeyNorm::Head,
                                     .keyIsValue = true};
    return {.name = name,
            .hidden = hidden,
            .vocabulary = 262144,
            .tiedEmbeddings = true,
            .layerKinds = {{.id = "window", .tokenMixer = window, .scalars = 1},
                           {.id = "full", .tokenMixer = full, .scalars = 1}},
            .layers = repeat({0, 0, 0, 0, 0, 1}, layers)};
}

inline Transformer gemma4Of31B() {
    Transformer model = gemma4("Gemma 4 31B", 5376, 60, 32, 16, 4);
    for (LayerKind& kind : model.layerKinds) {
        kind.channelMixer = DenseFeedForward{.width = 21504};
        kind.norms = 4;
    }
    model.visionParameters = 575'743'536;
    return model;
}

inline Transformer gemma4Of26B() {
    Transformer model = gemma4("Gemma 4 26B", 2816, 30, 16, 8, 2);
    for (LayerKind& kind : model.layerKinds) {
        kind.channelMixer = MixtureOfExperts{.experts = 128,
                                             .perToken = 8,
                                             .width = 704,
                                             .denseWidth = 2112,
                                             .routerScale = true,
                                             .expertScale = true};
        kind.norms = 7;
    }
    model.visionParameters = 572'794'416;
    return model;
}

inline Transformer gptOss(const char* name, std::size_t layers, std::int64_t experts) {
    const GroupedQueryAttention full{.queryHeads = 64,
                                     .keyValueHeads = 8,
                                     .headDimension = 64,
                                     .inputBias = true,
                                     .outputBias = true,
                                     .sinks = true};
    GroupedQueryAttention window = full;
    window.span = {.kind = AttentionSpan::Kind::Sliding, .tokens = 128};
    const MixtureOfExperts mixture{
        .experts = experts, .perToken = 4, .width = 2880, .bias = true, .routerBias = true};
    return {.name = name,
            .hidden = 2880,
            .vocabulary = 201088,
            .layerKinds = {{.id = "window", .tokenMixer = window, .channelMixer = mixture},
                           {.id = "full", .tokenMixer = full, .channelMixer = mixture}},
            .layers = repeat({0, 1}, layers)};
}

inline Transformer gptOssOf120B() {
    return gptOss("gpt-oss-120b", 36, 128);
}

inline Transformer gptOssOf20B() {
    return gptOss("gpt-oss-20b", 24, 32);
}

/// Three layers see chunks of 8,192 tokens with rotary positions, the fourth all without.
inline Transformer llama4Scout() {
    const GroupedQueryAttention chunk{
        .queryHeads = 40,
        .keyValueHeads = 8,
        .headDimension = 128,
        .queryKeyNorm = QueryKeyNorm::Weightless,
        .span = {.kind = AttentionSpan::Kind::Chunked, .tokens = 8192}};
    const GroupedQueryAttention full{
        .queryHeads = 40, .keyValueHeads = 8, .headDimension = 128, .rotary = false};
    const MixtureOfExperts experts{
        .experts = 16, .perToken = 1, .width = 8192, .sharedWidth = 8192};
    return {.name = "Llama 4 Scout",
            .hidden = 5120,
            .vocabulary = 202048,
            .layerKinds = {{.id = "chunk", .tokenMixer = chunk, .channelMixer = experts},
                           {.id = "full", .tokenMixer = full, .channelMixer = experts}},
            .layers = repeat({0, 0, 0, 1}, 48)};
}

} // namespace roofplan::samples

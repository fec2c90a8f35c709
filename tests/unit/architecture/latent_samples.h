// Published models with latent and compressed attention as transformers. Source: their
// configuration files on Hugging Face; DeepSeek-V2 arXiv 2405.04434 section 3.1.2.
#pragma once

#include "tests/unit/architecture/grouped_samples.h"

namespace roofplan::samples {

/// Leading dense layers, then experts.
inline Transformer latent(const char* name,
                          std::int64_t hidden,
                          std::int64_t vocabulary,
                          const LatentAttention& attention,
                          std::int64_t denseWidth,
                          const MixtureOfExperts& experts) {
    return {.name = name,
            .hidden = hidden,
            .vocabulary = vocabulary,
            .layerKinds = {{.id = "dense",
                            .tokenMixer = attention,
                            .channelMixer = DenseFeedForward{.width = denseWidth}},
                           {.id = "experts", .tokenMixer = attention, .channelMixer = experts}}};
}

inline LatentAttention deepSeekAttention(std::int64_t heads) {
    return {.heads = heads,
            .queryRank = 1536,
            .keyValueRank = 512,
            .plainDimension = 128,
            .rotaryDimension = 64,
            .valueDimension = 128};
}

inline Transformer deepSeekV2() {
    Transformer model = latent("DeepSeek-V2", 5120, 102400, deepSeekAttention(128), 12288,
                               {.experts = 160,
                                .perToken = 6,
                                .width = 1536,
                                .sharedWidth = 2 * 1536,
                                .groups = 8,
                                .groupsPerToken = 3});
    model.layers = repeat({1}, 60);
    model.layers[0] = 0;
    return model;
}

inline Transformer deepSeekV3() {
    Transformer model = latent("DeepSeek-V3", 7168, 129280, deepSeekAttention(128), 18432,
                               {.experts = 256,
                                .perToken = 8,
                                .width = 2048,
                                .sharedWidth = 2048,
                                .routerBias = true,
                                .groups = 8,
                                .groupsPerToken = 4});
    model.layers = repeat({1}, 61);
    model.layers[0] = model.layers[1] = model.layers[2] = 0;
    model.multiTokenPrediction = MultiTokenPrediction{.modules = 1, .kind = 1};
    return model;
}

inline Transformer kimiK2(std::int64_t vision = 0) {
    Transformer model = latent(
        "Kimi K2", 7168, 163840, deepSeekAttention(64), 18432,
        {.experts = 384, .perToken = 8, .width = 2048, .sharedWidth = 2048, .routerBias = true});
    model.layers = repeat({1}, 61);
    model.layers[0] = 0;
    model.visionParameters = vision;
    return model;
}

inline Transformer glm5() {
    LatentAttention attention{.heads = 64,
                              .queryRank = 2048,
                              .keyValueRank = 512,
                              .plainDimension = 192,
                              .rotaryDimension = 64,
                              .valueDimension = 256};
    attention.indexer = SparseIndexer{
        .heads = 32, .headDimension = 128, .selectedTokens = 2048, .queryInput = 2048};
    Transformer model = latent(
        "GLM-5", 6144, 154880, attention, 12288,
        {.experts = 256, .perToken = 8, .width = 2048, .sharedWidth = 2048, .routerBias = true});
    model.layers = repeat({1}, 78);
    model.layers[0] = model.layers[1] = model.layers[2] = 0;
    model.multiTokenPrediction = MultiTokenPrediction{.modules = 1, .kind = 1};
    return model;
}

/// A window alone in two layers, then by turns overlapping blocks of 4 tokens with an indexer and
/// blocks of 128. The first three layers route by a table and have no correction bias.
inline Transformer deepSeekV4Flash() {
    const CompressedAttention window{.heads = 64,
                                     .headDimension = 512,
                                     .queryRank = 1024,
                                     .outputRank = 1024,
                                     .outputGroups = 8,
                                     .rotaryDimension = 64,
                                     .window = 128};
    CompressedAttention fine = window;
    fine.compression = 4;
    fine.overlapping = true;
    fine.indexer =
        SparseIndexer{.heads = 64, .headDimension = 128, .selectedTokens = 512, .queryInput = 1024};
    CompressedAttention coarse = window;
    coarse.compression = 128;
    const MixtureOfExperts hashed{
        .experts = 256, .perToken = 6, .width = 2048, .sharedWidth = 2048};
    MixtureOfExperts routed = hashed;
    routed.routerBias = true;
    Transformer model{
        .name = "DeepSeek-V4-Flash",
        .hidden = 4096,
        .vocabulary = 129280,
        .layerKinds = {{.id = "window, hashed", .tokenMixer = window, .channelMixer = hashed},
                       {.id = "fine, hashed", .tokenMixer = fine, .channelMixer = hashed},
                       {.id = "fine", .tokenMixer = fine, .channelMixer = routed},
                       {.id = "coarse", .tokenMixer = coarse, .channelMixer = routed},
                       {.id = "window", .tokenMixer = window, .channelMixer = routed}},
        .layers = repeat({2, 3}, 43),
        .residualStreams = 4,
        .multiTokenPrediction = MultiTokenPrediction{.modules = 1, .kind = 4}};
    model.layers[0] = model.layers[1] = 0;
    model.layers[2] = 1;
    return model;
}

} // namespace roofplan::samples

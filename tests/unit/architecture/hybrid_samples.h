// Published models that mix attention with linear attention or state spaces as transformers.
// Source: their configuration files on Hugging Face.
#pragma once

#include "tests/unit/architecture/grouped_samples.h"

namespace roofplan::samples {

/// Three layers of Gated DeltaNet, then one of gated attention; a prediction module of the latter.
inline Transformer qwen35(const char* name,
                          std::int64_t hidden,
                          std::size_t layers,
                          std::int64_t heads,
                          std::int64_t keyValueHeads,
                          std::int64_t valueHeads,
                          const ChannelMixer& channel) {
    const LinearAttention linear{.keyHeads = 16,
                                 .valueHeads = valueHeads,
                                 .keyDimension = 128,
                                 .valueDimension = 128,
                                 .convolution = 4};
    const GroupedQueryAttention full{.queryHeads = heads,
                                     .keyValueHeads = keyValueHeads,
                                     .headDimension = 256,
                                     .queryKeyNorm = QueryKeyNorm::Head,
                                     .outputGate = true};
    return {.name = name,
            .hidden = hidden,
            .vocabulary = 248320,
            .layerKinds = {{.id = "linear", .tokenMixer = linear, .channelMixer = channel},
                           {.id = "full", .tokenMixer = full, .channelMixer = channel}},
            .layers = repeat({0, 0, 0, 1}, layers),
            .multiTokenPrediction = MultiTokenPrediction{.modules = 1, .kind = 1}};
}

inline Transformer qwen35Of27B() {
    Transformer model =
        qwen35("Qwen3.5-27B", 5120, 64, 24, 4, 48, DenseFeedForward{.width = 17408});
    model.visionParameters = 460'730'096;
    return model;
}

inline Transformer qwen35Of35B() {
    Transformer model = qwen35(
        "Qwen3.5-35B-A3B", 2048, 40, 16, 2, 32,
        MixtureOfExperts{
            .experts = 256, .perToken = 8, .width = 512, .sharedWidth = 512, .sharedGate = true});
    model.visionParameters = 446'571'248;
    return model;
}

inline Transformer qwen35Of397B() {
    Transformer model = qwen35("Qwen3.5-397B-A17B", 4096, 60, 32, 2, 64,
                               MixtureOfExperts{.experts = 512,
                                                .perToken = 10,
                                                .width = 1024,
                                                .sharedWidth = 1024,
                                                .sharedGate = true});
    model.visionParameters = 456'010'480;
    return model;
}

/// One mixer and one norm a layer: M state space, E experts, * attention.
inline Transformer nemotron3Nano() {
    const StateSpace space{
        .heads = 64, .headDimension = 64, .groups = 8, .state = 128, .convolution = 4};
    const MixtureOfExperts experts{.experts = 128,
                                   .perToken = 6,
                                   .width = 1856,
                                   .gated = false,
                                   .sharedWidth = 3712,
                                   .routerBias = true};
    const GroupedQueryAttention attention{
        .queryHeads = 32, .keyValueHeads = 2, .headDimension = 128, .rotary = false};
    Transformer model{
        .name = "Nemotron 3 Nano",
        .hidden = 2688,
        .vocabulary = 131072,
        .layerKinds = {
            {.id = "mamba", .tokenMixer = space, .channelMixer = NoMixer{}, .norms = 1},
            {.id = "experts", .tokenMixer = NoMixer{}, .channelMixer = experts, .norms = 1},
            {.id = "attention", .tokenMixer = attention, .channelMixer = NoMixer{}, .norms = 1}}};
    for (const char layer : std::string("MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME")) {
        model.layers.push_back(layer == 'M' ? 0 : layer == 'E' ? 1 : 2);
    }
    return model;
}

} // namespace roofplan::samples

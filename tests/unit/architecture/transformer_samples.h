// Published models as transformers.
#pragma once

#include "core/architecture/transformer.h"

namespace roofplan::samples {

inline Transformer llama(std::int64_t hidden,
                         std::int64_t layers,
                         std::int64_t heads,
                         std::int64_t keyValueHeads,
                         std::int64_t width,
                         std::int64_t vocabulary) {
    const GroupedQueryAttention attention{
        .queryHeads = heads, .keyValueHeads = keyValueHeads, .headDimension = hidden / heads};
    return {.name = "Llama",
            .hidden = hidden,
            .vocabulary = vocabulary,
            .layerKinds = {{.id = "dense",
                            .tokenMixer = attention,
                            .channelMixer = DenseFeedForward{.width = width}}},
            .layers = std::vector<std::uint16_t>(static_cast<std::size_t>(layers), 0)};
}

inline Transformer llama2Of7B() {
    return llama(4096, 32, 32, 32, 11008, 32000);
}

inline Transformer llama31Of8B() {
    return llama(4096, 32, 32, 8, 14336, 128256);
}

inline Transformer llama31Of70B() {
    return llama(8192, 80, 64, 8, 28672, 128256);
}

/// GPT as Megatron-LM trains it: 4h wide feed-forward, biases everywhere, learned positions, tied
/// embeddings. Source: arXiv 2104.04473, section 5.1.
inline Transformer
gpt(std::int64_t hidden, std::int64_t layers, std::int64_t heads, std::int64_t vocabulary = 51200) {
    const GroupedQueryAttention attention{.queryHeads = heads,
                                          .keyValueHeads = heads,
                                          .headDimension = hidden / heads,
                                          .inputBias = true,
                                          .outputBias = true,
                                          .rotary = false};
    const DenseFeedForward feedForward{.width = 4 * hidden, .gated = false, .bias = true};
    return {.name = "GPT",
            .hidden = hidden,
            .vocabulary = vocabulary,
            .learnedPositions = 2048,
            .tiedEmbeddings = true,
            .norm = NormKind::Layer,
            .layerKinds = {{.id = "dense", .tokenMixer = attention, .channelMixer = feedForward}},
            .layers = std::vector<std::uint16_t>(static_cast<std::size_t>(layers), 0)};
}

} // namespace roofplan::samples

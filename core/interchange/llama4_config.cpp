// Llama 4: three layers of chunked attention with rotary positions, then one over all tokens
// without; experts in every or every second layer.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/vision_towers.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan {

namespace {

// Of Llama4TextConfig.
constexpr std::int64_t assumedChunk = 8192;
constexpr std::int64_t assumedInterval = 4;

/// The layers with rotary positions: `no_rope_layers` says 1 for them, or all but every fourth.
std::vector<bool> rotaryLayers(ConfigReader& text) {
    if (!saysNo(text.value("no_rope_layers"))) {
        text.skip({"no_rope_layer_interval"});
        return flaggedLayers(text, text, "no_rope_layers")
            .value_or(std::vector<bool>(layerCount(text)));
    }
    std::vector<bool> rotary(layerCount(text));
    const auto interval = static_cast<std::size_t>(
        text.wholeOr("no_rope_layer_interval", limits::layers, assumedInterval));
    for (std::size_t i = 0; i < rotary.size(); ++i) {
        rotary[i] = (i + 1) % interval != 0;
    }
    return rotary;
}

/// The layers whose attention is chunked: as listed, or those with rotary positions.
std::vector<bool> chunkedLayers(ConfigReader& text, const std::vector<bool>& rotary) {
    if (!text.has("layer_types")) {
        text.assume("layer_types", "\"chunked_attention\" with rotary positions, "
                                   "\"full_attention\" without");
    }
    return listedLayers(text, "layer_types",
                        {.plain = "full_attention", .special = "chunked_attention"})
        .value_or(rotary);
}

std::vector<bool> expertLayers(ConfigReader& text) {
    std::vector<bool> sparse(layerCount(text));
    if (const auto listed = text.numbers("moe_layers", limits::layers)) {
        text.skip({"interleave_moe_layer_step"});
        for (const std::int64_t layer : *listed) {
            if (static_cast<std::size_t>(layer) < sparse.size()) {
                sparse[static_cast<std::size_t>(layer)] = true;
            } else if (text.sound("num_hidden_layers")) {
                text.report("config.value", "moe_layers",
                            {translatable("core", "found layer {0}; num_hidden_layers is {1}."),
                             {std::to_string(layer), std::to_string(sparse.size())}});
            }
        }
        return sparse;
    }
    const auto step =
        static_cast<std::size_t>(text.wholeOr("interleave_moe_layer_step", limits::layers, 1));
    for (std::size_t i = step - 1; i < sparse.size(); i += step) {
        sparse[i] = true;
    }
    return sparse;
}

/// The experts, with a shared one of their width, and the feed-forward of layers without experts.
struct ChannelMixers {
    MixtureOfExperts experts;
    DenseFeedForward dense;
};

ChannelMixers channelMixersOf(ConfigReader& text, bool someDense) {
    ChannelMixers mixers;
    mixers.experts = expertsOf(text, {.experts = {"num_local_experts", {}},
                                      .perToken = {"num_experts_per_tok", 1},
                                      .width = {"intermediate_size", {}}});
    mixers.experts.sharedWidth = mixers.experts.width;
    if (someDense) {
        mixers.dense.width = text.whole("intermediate_size_mlp", limits::width);
    }
    text.skip({"intermediate_size_mlp"}); // unused where every layer has experts
    return mixers;
}

void readVision(ConfigReader& config, ConfigReader& text, Transformer& model) {
    if (&config.json() == &text.json()) {
        return; // a file of the language model alone
    }
    if (saysNo(config.value("vision_config"))) {
        config.remark(Severity::Info, "vision_config",
                      {translatable("core", "not in the file: the vision tower of the model is "
                                            "left out."),
                       {}});
        return;
    }
    model.visionParameters = llama4VisionParameters(config, model.hidden);
}

} // namespace

void readLlama4(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    const GroupedQueryAttention base =
        attentionOf(text, model.hidden,
                    {.headDimension = 128, .keyValueHeads = 8, .bias = AttentionBias::AllFlag});
    const bool normed = text.flag("use_qk_norm", true);
    const AttentionSpan chunk{
        .kind = AttentionSpan::Kind::Chunked,
        .tokens = text.wholeOr("attention_chunk_size", limits::tokens, assumedChunk)};
    const std::vector<bool> rotary = rotaryLayers(text);
    const std::vector<bool> chunked = chunkedLayers(text, rotary);
    const std::vector<bool> sparse = expertLayers(text);
    const ChannelMixers mixers =
        channelMixersOf(text, std::ranges::find(sparse, false) != sparse.end());
    for (std::size_t i = 0; i < rotary.size(); ++i) {
        GroupedQueryAttention attention = base;
        attention.rotary = rotary[i];
        // An L2 norm without weights, on layers with rotary positions.
        attention.queryKeyNorm =
            normed && rotary[i] ? QueryKeyNorm::Weightless : QueryKeyNorm::None;
        attention.span = chunked[i] ? chunk : AttentionSpan{};
        addLayer(
            model,
            {.id = {},
             .tokenMixer = attention,
             .channelMixer = sparse[i] ? ChannelMixer(mixers.experts) : ChannelMixer(mixers.dense)},
            text);
    }
    readVision(config, text, model);
}

} // namespace roofplan

// Gemma 4: five layers over a window, then one over all tokens with wider heads whose key is the
// value; dense, or experts beside a dense feed-forward.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/vision_towers.h"

#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

// Of Gemma4TextConfig.
constexpr std::int64_t assumedHeadDimension = 256;
constexpr std::int64_t assumedFullHeadDimension = 512;
constexpr std::int64_t assumedKeyValueHeads = 4;
constexpr std::int64_t assumedWindow = 512;
constexpr std::int64_t assumedPattern = 6;

// Before and behind each mixer; three more tell the experts from the feed-forward beside them.
constexpr std::int64_t denseNorms = 4;
constexpr std::int64_t expertNorms = 7;

GroupedQueryAttention windowAttentionOf(ConfigReader& text, std::int64_t hidden) {
    GroupedQueryAttention window = attentionOf(text, hidden,
                                               {.headDimension = assumedHeadDimension,
                                                .keyValueHeads = assumedKeyValueHeads,
                                                .queryKeyNorm = QueryKeyNorm::Head,
                                                .bias = AttentionBias::AllFlag});
    window.span = {.kind = AttentionSpan::Kind::Sliding,
                   .tokens = text.wholeOr("sliding_window", limits::tokens, assumedWindow)};
    return window;
}

GroupedQueryAttention fullAttentionOf(ConfigReader& text, const GroupedQueryAttention& window) {
    GroupedQueryAttention full = window;
    full.span = {};
    full.headDimension =
        text.wholeOr("global_head_dim", limits::headDimension, assumedFullHeadDimension);
    full.keyIsValue = text.flag("attention_k_eq_v", false);
    if (full.keyIsValue) {
        full.keyValueHeads =
            text.wholeOr("num_global_key_value_heads", limits::heads, window.keyValueHeads);
        checkHeads(text, full, "num_attention_heads", "num_global_key_value_heads");
    }
    text.skip({"num_global_key_value_heads"});
    return full;
}

/// One mixer or the other stands in every layer.
ChannelMixer channelMixerOf(ConfigReader& text) {
    const std::int64_t width = text.whole("intermediate_size", limits::width);
    if (!text.flag("enable_moe_block", false)) {
        text.skip({"num_experts", "top_k_experts", "moe_intermediate_size"});
        return DenseFeedForward{.width = width};
    }
    MixtureOfExperts experts = expertsOf(text, {.experts = {"num_experts", {}},
                                                .perToken = {"top_k_experts", {}},
                                                .width = {"moe_intermediate_size", {}}});
    experts.denseWidth = width;
    experts.routerScale = true;
    experts.expertScale = true;
    return experts;
}

std::vector<bool> fullLayers(ConfigReader& text) {
    auto full = listedLayers(text, "layer_types",
                             {.plain = "sliding_attention", .special = "full_attention"});
    if (!full) {
        if (!text.has("layer_types")) {
            text.assume("layer_types", "\"full_attention\" in every sixth layer");
        }
        full.emplace(layerCount(text));
        for (std::size_t i = 0; i < full->size(); ++i) {
            (*full)[i] = (i + 1) % assumedPattern == 0;
        }
    }
    if (!full->back()) {
        text.assume("layer_types", "\"full_attention\" in the last layer");
        full->back() = true;
    }
    return *full;
}

/// Of the small models of the family.
void refuseWhatIsNotRead(ConfigReader& config, ConfigReader& text) {
    constexpr auto perLayer = translatable("core", "an embedding of every token for every layer");
    if (!text.has("hidden_size_per_layer_input") ||
        !saysNo(text.value("hidden_size_per_layer_input"))) {
        text.refuse("hidden_size_per_layer_input", perLayer);
    }
    text.skip({"vocab_size_per_layer_input"});
    text.refuseIfGiven("num_kv_shared_layers",
                       translatable("core", "keys and values shared between layers"));
    text.refuseIfGiven("use_double_wide_mlp",
                       translatable("core", "feed-forwards of twice the width"));
    config.refuseIfGiven("audio_config", translatable("core", "an audio tower"));
}

} // namespace

void readGemma4(ConfigReader& config, ConfigReader& text, Transformer& model) {
    refuseWhatIsNotRead(config, text);
    readFrame(config, text, model, true);
    checkActivation(text, "hidden_activation", {"gelu_pytorch_tanh"});
    const GroupedQueryAttention window = windowAttentionOf(text, model.hidden);
    const GroupedQueryAttention full = fullAttentionOf(text, window);
    const ChannelMixer channelMixer = channelMixerOf(text);
    const bool experts = std::holds_alternative<MixtureOfExperts>(channelMixer);
    for (const bool isFull : fullLayers(text)) {
        addLayer(model,
                 {.id = {},
                  .tokenMixer = isFull ? full : window,
                  .channelMixer = channelMixer,
                  .norms = experts ? expertNorms : denseNorms,
                  .scalars = 1}, // scales what the layer adds
                 text);
    }
    if (!saysNo(config.value("vision_config"))) {
        model.visionParameters = gemmaVisionParameters(config, model.hidden);
    }
}

} // namespace roofplan

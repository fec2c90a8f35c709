// Dense models with grouped-query attention: Llama, Mistral, Qwen2, Qwen3, Qwen3-VL, MiMo.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/vision_towers.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Where a class has a sliding window.
enum class WindowUse {
    Never,
    Everywhere, ///< `sliding_window` tokens, unless that is null
    Switched,   ///< with `use_sliding_window`, from layer `max_window_layers` on
};

struct DenseFacts {
    AttentionFacts attention;
    WindowUse window = WindowUse::Never;
    bool readsMlpBias = false;
};

// Of Qwen2Config, Qwen3Config and MistralConfig.
constexpr std::int64_t assumedWindow = 4096;
constexpr std::int64_t assumedFullLayers = 28;

/// The span of a layer with a window, or nothing where the class uses none.
std::optional<AttentionSpan> windowOf(ConfigReader& text, WindowUse use) {
    constexpr auto key = "sliding_window";
    if (use == WindowUse::Never) {
        return std::nullopt;
    }
    const bool switchedOff = use == WindowUse::Switched && !text.flag("use_sliding_window", false);
    const bool nulled = text.mentions(key) && !text.has(key);
    if (switchedOff || nulled) {
        text.skip({key, "use_sliding_window", "max_window_layers"});
        return std::nullopt;
    }
    return AttentionSpan{.kind = AttentionSpan::Kind::Sliding,
                         .tokens = text.wholeOr(key, limits::tokens, assumedWindow)};
}

/// Which layers slide, one flag a layer.
std::vector<bool> slidingLayers(ConfigReader& text, WindowUse use, bool windowed) {
    std::vector<bool> sliding(layerCount(text), windowed && use == WindowUse::Everywhere);
    if (const auto listed = listedLayers(
            text, "layer_types", {.plain = "full_attention", .special = "sliding_attention"})) {
        if (!windowed && std::ranges::find(*listed, true) != listed->end()) {
            text.refuse("layer_types", translatable("core", "a sliding window of unknown length"));
        }
        return *listed;
    }
    if (windowed && use == WindowUse::Switched && !text.has("layer_types")) {
        const auto full = static_cast<std::size_t>(
            text.wholeOr("max_window_layers", limits::layers, assumedFullLayers));
        for (std::size_t i = full; i < sliding.size(); ++i) {
            sliding[i] = true;
        }
    }
    return sliding;
}

void readDense(ConfigReader& config,
               ConfigReader& text,
               Transformer& model,
               const DenseFacts& facts) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    const DenseFeedForward feedForward{.width = text.whole("intermediate_size", limits::width),
                                       .bias = facts.readsMlpBias && text.flag("mlp_bias", false)};
    const GroupedQueryAttention attention = attentionOf(text, model.hidden, facts.attention);
    GroupedQueryAttention windowed = attention;
    const std::optional<AttentionSpan> window = windowOf(text, facts.window);
    windowed.span = window.value_or(AttentionSpan{});
    for (const bool slides : slidingLayers(text, facts.window, window.has_value())) {
        addLayer(
            model,
            {.id = {}, .tokenMixer = slides ? windowed : attention, .channelMixer = feedForward},
            text);
    }
}

constexpr AttentionFacts qwen3Attention{.headDimension = 128,
                                        .keyValueHeads = 32,
                                        .queryKeyNorm = QueryKeyNorm::Head,
                                        .bias = AttentionBias::AllFlag};

} // namespace

void readLlama(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDense(config, text, model,
              {.attention = {.bias = AttentionBias::AllFlag}, .readsMlpBias = true});
}

void readMistral(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDense(config, text, model,
              {.attention = {.keyValueHeads = 8}, .window = WindowUse::Everywhere});
}

void readQwen2(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDense(config, text, model,
              {.attention = {.keyValueHeads = 32, .bias = AttentionBias::Inputs},
               .window = WindowUse::Switched});
}

void readQwen3(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDense(config, text, model, {.attention = qwen3Attention, .window = WindowUse::Switched});
}

void readQwen3Vl(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDense(config, text, model, {.attention = qwen3Attention});
    model.visionParameters = qwenVisionParameters(config);
}

void readMimo(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDense(config, text, model,
              {.attention = {.keyValueHeads = 32,
                             .bias = AttentionBias::InputFlag,
                             .biasByDefault = true},
               .window = WindowUse::Switched});
    const std::int64_t modules =
        text.countOr("num_nextn_predict_layers", limits::predictionModules, 0);
    if (modules > 0 && !model.layers.empty()) {
        model.multiTokenPrediction = {.modules = modules, .kind = model.layers.back()};
    }
}

} // namespace roofplan

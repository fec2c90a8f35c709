// gpt-oss: attention with sinks, by turns over a window and over all tokens; experts with biases.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"

namespace roofplan {

namespace {

std::vector<bool> slidingLayers(ConfigReader& text) {
    if (const auto listed = listedLayers(
            text, "layer_types", {.plain = "full_attention", .special = "sliding_attention"})) {
        return *listed;
    }
    if (!text.has("layer_types")) {
        text.assume("layer_types", "\"sliding_attention\" and \"full_attention\" by turns");
    }
    std::vector<bool> sliding(layerCount(text));
    for (std::size_t i = 0; i < sliding.size(); ++i) {
        sliding[i] = i % 2 == 0;
    }
    return sliding;
}

} // namespace

void readGptOss(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    GroupedQueryAttention full = attentionOf(text, model.hidden,
                                             {.headDimension = 64,
                                              .keyValueHeads = 8,
                                              .bias = AttentionBias::AllFlag,
                                              .biasByDefault = true});
    full.sinks = true;
    GroupedQueryAttention window = full;
    window.span = {.kind = AttentionSpan::Kind::Sliding,
                   .tokens = text.wholeOr("sliding_window", limits::tokens, 128)};
    MixtureOfExperts experts = expertsOf(text, {.experts = {"num_local_experts", {}},
                                                .perToken = {"num_experts_per_tok", {}},
                                                .width = {"intermediate_size", {}}});
    text.skip({"experts_per_token"}); // the same number under the name of another runtime
    experts.bias = true;
    experts.routerBias = true;
    for (const bool slides : slidingLayers(text)) {
        addLayer(model, {.id = {}, .tokenMixer = slides ? window : full, .channelMixer = experts},
                 text);
    }
}

} // namespace roofplan

// Mixtral: every layer a mixture of experts.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"

namespace roofplan {

void readMixtral(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    GroupedQueryAttention attention = attentionOf(text, model.hidden, {.keyValueHeads = 8});
    if (!text.mentions("sliding_window")) {
        text.assume("sliding_window", "null");
    } else if (text.has("sliding_window")) {
        attention.span = {.kind = AttentionSpan::Kind::Sliding,
                          .tokens = text.whole("sliding_window", limits::tokens)};
    }
    const MixtureOfExperts experts = expertsOf(text, {.experts = {"num_local_experts", 8},
                                                      .perToken = {"num_experts_per_tok", 2},
                                                      .width = {"intermediate_size", {}}});
    const std::size_t layers = layerCount(text);
    for (std::size_t i = 0; i < layers; ++i) {
        addLayer(model, {.id = {}, .tokenMixer = attention, .channelMixer = experts}, text);
    }
}

} // namespace roofplan

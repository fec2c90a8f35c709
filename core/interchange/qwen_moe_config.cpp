// Qwen3 and Qwen3-VL with experts in all or some layers.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/vision_towers.h"

#include <algorithm>

namespace roofplan {

namespace {

struct QwenMoeFacts {
    std::int64_t keyValueHeads = 0;
    ExpertFields experts;
    bool windowSwitch = false; ///< the class has `use_sliding_window`
};

/// The layers with experts: every `decoder_sparse_step`-th, less the `mlp_only_layers`.
std::vector<bool> expertLayers(ConfigReader& text) {
    const auto step =
        static_cast<std::size_t>(text.wholeOr("decoder_sparse_step", limits::layers, 1));
    const auto dense = text.numbers("mlp_only_layers", limits::layers);
    if (!text.mentions("mlp_only_layers")) {
        text.assume("mlp_only_layers", "[]");
    }
    std::vector<bool> sparse(layerCount(text));
    for (std::size_t i = 0; i < sparse.size(); ++i) {
        const bool excluded =
            dense && std::ranges::find(*dense, static_cast<std::int64_t>(i)) != dense->end();
        sparse[i] = !excluded && (i + 1) % step == 0;
    }
    return sparse;
}

void readQwenMoe(ConfigReader& config,
                 ConfigReader& text,
                 Transformer& model,
                 const QwenMoeFacts& facts) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    if (facts.windowSwitch) {
        if (text.flag("use_sliding_window", false)) {
            text.refuse("use_sliding_window", translatable("core", "a sliding window"));
        }
        text.skip({"sliding_window", "max_window_layers"});
    }
    const GroupedQueryAttention attention = attentionOf(text, model.hidden,
                                                        {.keyValueHeads = facts.keyValueHeads,
                                                         .queryKeyNorm = QueryKeyNorm::Head,
                                                         .bias = AttentionBias::AllFlag});
    const MixtureOfExperts experts = expertsOf(text, facts.experts);
    const std::vector<bool> sparse = expertLayers(text);
    const bool someDense = std::ranges::find(sparse, false) != sparse.end();
    DenseFeedForward feedForward;
    if (someDense) {
        feedForward.width = text.whole("intermediate_size", limits::width);
    }
    text.skip({"intermediate_size"}); // unused where every layer has experts
    for (const bool isSparse : sparse) {
        addLayer(model,
                 {.id = {},
                  .tokenMixer = attention,
                  .channelMixer = isSparse ? ChannelMixer(experts) : ChannelMixer(feedForward)},
                 text);
    }
}

} // namespace

void readQwen3Moe(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readQwenMoe(config, text, model,
                {.keyValueHeads = 4,
                 .experts = {.experts = {"num_experts", 128},
                             .perToken = {"num_experts_per_tok", 8},
                             .width = {"moe_intermediate_size", 768}},
                 .windowSwitch = true});
}

void readQwen3VlMoe(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readQwenMoe(config, text, model,
                {.keyValueHeads = 16,
                 .experts = {.experts = {"num_experts", 60},
                             .perToken = {"num_experts_per_tok", 4},
                             .width = {"moe_intermediate_size", 1408}}});
    model.visionParameters = qwenVisionParameters(config);
}

} // namespace roofplan

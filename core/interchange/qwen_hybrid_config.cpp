// Qwen3-Next, Qwen3.5 and Qwen3.6: gated DeltaNet, every fourth layer gated full attention; dense
// or experts with a gated shared one; a multi-token prediction layer of the attention kind.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/vision_towers.h"

namespace roofplan {

namespace {

// Of Qwen3_5TextConfig and Qwen3_5MoeTextConfig.
constexpr std::int64_t assumedInterval = 4;
constexpr std::int64_t assumedTaps = 4;
constexpr std::int64_t assumedLinearDimension = 128;
constexpr std::int64_t assumedLinearKeyHeads = 16;
constexpr std::int64_t assumedLinearValueHeads = 32;

GroupedQueryAttention fullAttentionOf(ConfigReader& text, std::int64_t hidden, bool experts) {
    GroupedQueryAttention attention = attentionOf(text, hidden,
                                                  {.headDimension = 256,
                                                   .keyValueHeads = experts ? 2 : 4,
                                                   .queryKeyNorm = QueryKeyNorm::Head,
                                                   .bias = AttentionBias::AllFlag});
    attention.outputGate = text.flag("attn_output_gate", true);
    return attention;
}

LinearAttention linearAttentionOf(ConfigReader& text) {
    LinearAttention mixer{
        .keyHeads = text.wholeOr("linear_num_key_heads", limits::heads, assumedLinearKeyHeads),
        .valueHeads =
            text.wholeOr("linear_num_value_heads", limits::heads, assumedLinearValueHeads),
        .keyDimension =
            text.wholeOr("linear_key_head_dim", limits::headDimension, assumedLinearDimension),
        .valueDimension =
            text.wholeOr("linear_value_head_dim", limits::headDimension, assumedLinearDimension),
        .convolution = text.wholeOr("linear_conv_kernel_dim", limits::convolution, assumedTaps)};
    const bool bothRead =
        text.sound("linear_num_key_heads") && text.sound("linear_num_value_heads");
    if (bothRead && mixer.valueHeads % mixer.keyHeads != 0) {
        text.report("config.value", "linear_num_value_heads",
                    {translatable("core", "found {0}; allowed: a multiple of {1} = {2}."),
                     {std::to_string(mixer.valueHeads), "linear_num_key_heads",
                      std::to_string(mixer.keyHeads)}});
    }
    return mixer;
}

/// The layers with full attention: as listed, or every `full_attention_interval`-th.
std::vector<bool> fullLayers(ConfigReader& text) {
    if (const auto listed = listedLayers(
            text, "layer_types", {.plain = "linear_attention", .special = "full_attention"})) {
        text.skip({"full_attention_interval"});
        return *listed;
    }
    std::vector<bool> full(layerCount(text));
    const auto interval = static_cast<std::size_t>(
        text.wholeOr("full_attention_interval", limits::layers, assumedInterval));
    for (std::size_t i = 0; i < full.size(); ++i) {
        full[i] = (i + 1) % interval == 0;
    }
    return full;
}

ChannelMixer channelMixerOf(ConfigReader& text, bool withExperts) {
    if (!withExperts) {
        return DenseFeedForward{.width = text.whole("intermediate_size", limits::width)};
    }
    MixtureOfExperts experts = expertsOf(text, {.experts = {"num_experts", {}},
                                                .perToken = {"num_experts_per_tok", {}},
                                                .width = {"moe_intermediate_size", {}}});
    experts.sharedWidth = text.whole("shared_expert_intermediate_size", limits::width);
    experts.sharedGate = true;
    text.skip({"intermediate_size"});
    return experts;
}

/// The class builds no prediction layer, vLLM as many as the file says.
void readPrediction(ConfigReader& text, Transformer& model, const LayerKind& kind) {
    const std::int64_t layers = text.countOr("mtp_num_hidden_layers", limits::predictionModules, 0);
    if (layers > 1) {
        text.refuse("mtp_num_hidden_layers",
                    translatable("core", "several layers behind one projection"));
    }
    text.refuseIfGiven("mtp_use_dedicated_embeddings",
                       translatable("core", "an embedding of its own for multi-token prediction"));
    if (layers == 1) {
        model.multiTokenPrediction = {.modules = 1, .kind = kindIndex(model, kind, text)};
    }
}

void readHybrid(ConfigReader& config, ConfigReader& text, Transformer& model, bool experts) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    text.refuseIfGiven("mlp_only_layers", translatable("core", "dense layers among the others"));
    if (text.count("decoder_sparse_step", limits::layers) > 1) {
        text.refuse("decoder_sparse_step", translatable("core", "dense layers among the others"));
    }
    const ChannelMixer channelMixer = channelMixerOf(text, experts);
    const LayerKind full{.id = {},
                         .tokenMixer = fullAttentionOf(text, model.hidden, experts),
                         .channelMixer = channelMixer};
    const LayerKind linear{
        .id = {}, .tokenMixer = linearAttentionOf(text), .channelMixer = channelMixer};
    for (const bool isFull : fullLayers(text)) {
        addLayer(model, isFull ? full : linear, text);
    }
    readPrediction(text, model, full);
    if (!saysNo(config.value("vision_config"))) {
        model.visionParameters = qwenVisionParameters(config);
    }
}

} // namespace

void readQwen35(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readHybrid(config, text, model, false);
}

void readQwen35Moe(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readHybrid(config, text, model, true);
}

} // namespace roofplan

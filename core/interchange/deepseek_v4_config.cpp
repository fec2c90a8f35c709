// DeepSeek-V4: attention over compressed keys, grouped low-rank output, hyper-connections, the
// first layers routed by token.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/experts_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan {

namespace {

// The rates of the class: compressed sparse attention, with an indexer over overlapping blocks, and
// heavily compressed attention, which reads every block.
constexpr std::int64_t sparseRate = 4;
constexpr std::int64_t heavyRate = 128;

// Of DeepseekV4Config.
constexpr std::int64_t assumedModules = 1;
constexpr std::int64_t assumedHashLayers = 3;

CompressedAttention windowAttentionOf(ConfigReader& text) {
    if (text.whole("num_key_value_heads", limits::heads) != 1) {
        text.refuse("num_key_value_heads", translatable("core", "several key-value heads"));
    }
    if (text.flag("attention_bias", false)) {
        text.refuse("attention_bias", translatable("core", "biases of latent projections"));
    }
    CompressedAttention attention{.heads = text.whole("num_attention_heads", limits::heads),
                                  .headDimension = text.whole("head_dim", limits::headDimension),
                                  .queryRank = text.whole("q_lora_rank", limits::rank),
                                  .outputRank = text.whole("o_lora_rank", limits::rank),
                                  .outputGroups = text.whole("o_groups", limits::outputGroups),
                                  .rotaryDimension =
                                      text.whole("qk_rope_head_dim", limits::headDimension),
                                  .window = text.whole("sliding_window", limits::tokens)};
    if (text.sound("o_groups") && attention.heads % attention.outputGroups != 0) {
        text.report("config.value", "o_groups",
                    {translatable("core", "found {0}; allowed: a divisor of {1} = {2}."),
                     {std::to_string(attention.outputGroups), "num_attention_heads",
                      std::to_string(attention.heads)}});
    }
    return attention;
}

/// The attention of a layer with that compression.
CompressedAttention
compressed(ConfigReader& text, const CompressedAttention& window, std::int64_t rate) {
    CompressedAttention attention = window;
    attention.compression = rate;
    if (rate == sparseRate) {
        attention.overlapping = true;
        attention.indexer =
            SparseIndexer{.heads = text.whole("index_n_heads", limits::heads),
                          .headDimension = text.whole("index_head_dim", limits::headDimension),
                          .selectedTokens = text.whole("index_topk", limits::tokens),
                          .queryInput = window.queryRank,
                          .keyNormBias = false};
    }
    return attention;
}

/// Compression of each layer, and of the prediction layers behind them where the list goes on.
std::vector<std::int64_t> compressionRates(ConfigReader& text, std::size_t most) {
    constexpr auto key = "compress_ratios";
    const std::size_t layers = layerCount(text);
    const auto listed = text.numbers(key, limits::tokens);
    if (!listed) {
        if (!text.has(key)) {
            text.report("config.missing", key,
                        {translatable("core", "found nothing; needed: a list of {0} numbers."),
                         {std::to_string(layers)}});
        }
        return std::vector<std::int64_t>(layers, 0);
    }
    if (text.sound("num_hidden_layers") && (listed->size() < layers || listed->size() > most)) {
        text.report("config.value", key,
                    {translatable("core", "found {0} layers; num_hidden_layers is {1}."),
                     {std::to_string(listed->size()), std::to_string(layers)}});
    }
    for (std::size_t i = 0; i < listed->size(); ++i) {
        const std::int64_t rate = (*listed)[i];
        if (rate != 0 && rate != sparseRate && rate != heavyRate) {
            text.report("config.unsupported", std::string(key) + "/" + std::to_string(i),
                        {translatable("core", "found {0}; can be imported so far: {1}."),
                         {std::to_string(rate), "0, 4, 128"}});
        }
    }
    return *listed;
}

MixtureOfExperts routedExpertsOf(ConfigReader& text) {
    MixtureOfExperts experts = expertsOf(text, {.experts = {"n_routed_experts", {}},
                                                .perToken = {"num_experts_per_tok", {}},
                                                .width = {"moe_intermediate_size", {}}});
    setSharedExperts(text, experts, sharedExpertCount(text), experts.width);
    if (text.has("topk_method")) {
        text.require("topk_method", text.value("topk_method"), {"noaux_tc"});
    }
    experts.routerBias = true;
    return experts;
}

} // namespace

void readDeepseekV4(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    model.residualStreams = text.whole("hc_mult", limits::residualStreams);
    // The last is a number format, read with the quantisation.
    text.skip({"hc_sinkhorn_iters", "compress_rope_theta", "expert_dtype"});
    const CompressedAttention window = windowAttentionOf(text);
    const MixtureOfExperts experts = routedExpertsOf(text);
    // Routed by a table of tokens, which is no parameter; nothing to correct.
    MixtureOfExperts hashed = experts;
    hashed.routerBias = false;
    const std::int64_t hashLayers =
        text.countOr("num_hash_layers", limits::layers, assumedHashLayers);
    const std::int64_t modules =
        text.countOr("num_nextn_predict_layers", limits::predictionModules, assumedModules);
    const std::size_t layers = layerCount(text);
    const std::vector<std::int64_t> rates =
        compressionRates(text, layers + static_cast<std::size_t>(modules));
    for (std::size_t i = 0; i < std::min(layers, rates.size()); ++i) {
        const bool isHashed = static_cast<std::int64_t>(i) < hashLayers;
        addLayer(model,
                 {.id = {},
                  .tokenMixer = compressed(text, window, rates[i]),
                  .channelMixer = isHashed ? hashed : experts},
                 text);
    }
    if (modules > 0) {
        if (rates.size() <= layers) {
            text.assume("compress_ratios/" + std::to_string(layers), "0");
        }
        const std::int64_t rate = rates.size() > layers ? rates[layers] : 0;
        model.multiTokenPrediction = {
            .modules = modules,
            .kind = kindIndex(
                model,
                {.id = {}, .tokenMixer = compressed(text, window, rate), .channelMixer = experts},
                text)};
    }
}

} // namespace roofplan

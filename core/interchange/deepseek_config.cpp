// Multi-head latent attention over experts: DeepSeek-V2, V3 and V3.2, Kimi-K2 and K2.5,
// GLM-4.7-Flash, GLM-5.
#include "core/catalogue/model_limits.h"
#include "core/interchange/attention_config.h"
#include "core/interchange/families.h"
#include "core/interchange/layer_list.h"
#include "core/interchange/routed_config.h"
#include "core/interchange/vision_towers.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan {

namespace {

struct LatentFacts {
    RoutingFacts routing;
    bool indexed = false; ///< sparse attention with an indexer
};

SparseIndexer indexerOf(ConfigReader& text, std::int64_t queryRank) {
    return {.heads = text.whole("index_n_heads", limits::heads),
            .headDimension = text.whole("index_head_dim", limits::headDimension),
            .selectedTokens = text.whole("index_topk", limits::tokens),
            .queryInput = queryRank};
}

/// Layers that take the selection of the layer before them have no indexer of their own.
void refuseSharedIndexers(ConfigReader& text) {
    constexpr auto meaning =
        translatable("core", "layers that share the selected keys of the layer before");
    const nlohmann::json& types = text.value("indexer_types");
    const bool allFull = types.is_array() && std::ranges::all_of(types, [](const auto& type) {
                             return type == "full";
                         });
    if (!saysNo(types) && !allFull) {
        text.refuse("indexer_types", meaning);
    }
    text.refuseIfGiven("index_topk_pattern", meaning);
    if (text.count("index_topk_freq", limits::layers) > 1) {
        text.refuse("index_topk_freq", meaning);
    }
    text.skip({"index_skip_topk_offset"});
}

LatentAttention latentAttentionOf(ConfigReader& text, const LatentFacts& facts) {
    if (text.flag("attention_bias", false)) {
        text.refuse("attention_bias", translatable("core", "biases of latent projections"));
    }
    LatentAttention attention{
        .heads = text.whole("num_attention_heads", limits::heads),
        // null projects Q directly; absent the class has a rank of its own, which differs.
        .queryRank = text.mentions("q_lora_rank") && !text.has("q_lora_rank")
                         ? 0
                         : text.whole("q_lora_rank", limits::rank),
        .keyValueRank = text.whole("kv_lora_rank", limits::rank),
        .plainDimension = text.whole("qk_nope_head_dim", limits::headDimension),
        .rotaryDimension = text.whole("qk_rope_head_dim", limits::headDimension),
        .valueDimension = text.whole("v_head_dim", limits::headDimension)};
    // Every head has keys and values of its own, made of the latent; head_dim is not read.
    text.skip({"num_key_value_heads", "head_dim", "qk_head_dim"});
    if (facts.indexed) {
        attention.indexer = indexerOf(text, attention.queryRank);
        refuseSharedIndexers(text);
    }
    return attention;
}

void readLatent(ConfigReader& config,
                ConfigReader& text,
                Transformer& model,
                const LatentFacts& facts) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    const LatentAttention attention = latentAttentionOf(text, facts);
    const LayerKind sparse{
        .id = {}, .tokenMixer = attention, .channelMixer = correctedExpertsOf(text, facts.routing)};
    const LayerKind dense{
        .id = {},
        .tokenMixer = attention,
        .channelMixer = DenseFeedForward{.width = text.whole("intermediate_size", limits::width)}};
    for (const bool isSparse : expertLayersBehindDense(text)) {
        addLayer(model, isSparse ? sparse : dense, text);
    }
    readNextTokenLayers(text, model, sparse);
}

} // namespace

void readDeepseekV2(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readLatent(config, text, model, {.routing = {.sharedExperts = 2, .correction = false}});
}

void readDeepseekV3(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readLatent(config, text, model, {.routing = {.groups = 8, .groupsPerToken = 4}});
}

void readDeepseekV32(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readLatent(config, text, model,
               {.routing = {.groups = 8, .groupsPerToken = 4}, .indexed = true});
}

void readGlm4MoeLite(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readLatent(config, text, model, {});
}

void readGlm5(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readLatent(config, text, model, {.indexed = true});
}

void readKimiK25(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readDeepseekV3(config, text, model);
    text.skip({"architectures", "model_type"});
    model.visionParameters = moonVisionParameters(config);
}

} // namespace roofplan

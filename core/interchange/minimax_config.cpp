// MiniMax-M2 (M2, M2.5, M2.7) and M3: grouped-query attention over experts; M3 picks blocks of keys
// with a small attention.
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

// Of MiniMaxM3VLTextConfig.
constexpr std::int64_t assumedSharedWidth = 3072;

/// `qk_norm_type`: over the width of all heads, or over each head.
QueryKeyNorm queryKeyNorm(ConfigReader& text) {
    if (!text.flag("use_qk_norm", true)) {
        text.skip({"qk_norm_type"});
        return QueryKeyNorm::None;
    }
    const nlohmann::json& type = text.value("qk_norm_type");
    if (type.is_null()) {
        text.assume("qk_norm_type", "\"per_layer\"");
        return QueryKeyNorm::Width;
    }
    text.require("qk_norm_type", type, {"per_layer", "per_head"});
    return type == "per_head" ? QueryKeyNorm::Head : QueryKeyNorm::Width;
}

MixtureOfExperts routedExpertsOf(ConfigReader& text) {
    MixtureOfExperts experts = expertsOf(text, {.experts = {"num_local_experts", {}},
                                                .perToken = {"num_experts_per_tok", {}},
                                                .width = {"intermediate_size", {}}});
    experts.routerBias = text.flag("use_routing_bias", true);
    return experts;
}

/// The modules are named in the file; the weights that were published do not hold them.
void readPrediction(ConfigReader& text, Transformer& model, const LayerKind& kind) {
    const std::int64_t modules = text.countOr("num_mtp_modules", limits::predictionModules, 0);
    if (text.has("use_mtp") && !text.given("use_mtp")) {
        return;
    }
    if (text.count("mtp_transformer_layers", limits::predictionModules) > 1) {
        text.refuse("mtp_transformer_layers",
                    translatable("core", "several layers in a prediction module"));
    }
    if (modules > 0) {
        model.multiTokenPrediction = {.modules = modules, .kind = kindIndex(model, kind, text)};
        text.remark(
            Severity::Info, "num_mtp_modules",
            {translatable("core", "found {0}: counted apart from the model, though the weights "
                                  "that were published for this class do not hold them; each is "
                                  "assumed to be one layer of the last kind."),
             {std::to_string(modules)}});
    }
}

/// One flag a layer; all are where the file does not say.
std::vector<bool> layersOf(ConfigReader& owner, ConfigReader& text, std::string_view key) {
    if (!owner.has(key)) {
        owner.assume(key, "1");
    }
    return flaggedLayers(text, owner, key).value_or(std::vector<bool>(layerCount(text), true));
}

/// Indexer of a sparse layer: it scores blocks by their best key and keeps `sparse_topk_blocks`.
SparseIndexer blockIndexerOf(ConfigReader& sparse) {
    const std::int64_t blocks = sparse.whole("sparse_topk_blocks", limits::rank);
    const std::int64_t block = sparse.whole("sparse_block_size", limits::headDimension);
    sparse.skip({"sparse_init_block", "sparse_local_block", "sparse_score_type",
                 "sparse_disable_index_value"});
    return {.heads = sparse.whole("sparse_num_index_heads", limits::heads),
            .headDimension = sparse.whole("sparse_index_dim", limits::headDimension),
            .selectedTokens = blocks * block,
            .headWeights = false,
            .keyNormBias = false,
            .queryNorm = true};
}

} // namespace

void readMiniMaxM2(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swish"});
    // Of the lightning attention of an earlier model of the owner; the class does not read them.
    text.skip({"layernorm_full_attention_beta", "layernorm_linear_attention_beta",
               "layernorm_mlp_beta", "shared_moe_mode"});
    text.refuseIfGiven("shared_intermediate_size", translatable("core", "a shared expert"));
    text.refuseIfGiven("sliding_window", translatable("core", "a sliding window"));
    const auto types = flaggedLayers(text, text, "attn_type_list");
    if (types && std::ranges::find(*types, false) != types->end()) {
        text.refuse("attn_type_list", translatable("core", "layers of lightning attention"));
    }
    const LayerKind kind{
        .id = {},
        .tokenMixer = attentionOf(
            text, model.hidden,
            {.headDimension = 128, .keyValueHeads = 8, .queryKeyNorm = queryKeyNorm(text)}),
        .channelMixer = routedExpertsOf(text)};
    const std::size_t layers = layerCount(text);
    for (std::size_t i = 0; i < layers; ++i) {
        addLayer(model, kind, text);
    }
    readPrediction(text, model, kind);
}

void readMiniMaxM3(ConfigReader& config, ConfigReader& text, Transformer& model) {
    readFrame(config, text, model);
    checkActivation(text, "hidden_act", {"silu", "swigluoai"});
    text.skip({"architectures"});
    GroupedQueryAttention attention =
        attentionOf(text, model.hidden, {.headDimension = 128, .queryKeyNorm = queryKeyNorm(text)});
    attention.outputGate = text.flag("attention_output_gate", false);
    GroupedQueryAttention sparseAttention = attention;
    std::vector<bool> indexed(layerCount(text), false);
    if (!saysNo(text.value("sparse_attention_config"))) {
        ConfigReader sparse = text.part("sparse_attention_config");
        if (sparse.flag("use_sparse_attention", true)) {
            sparseAttention.indexer = blockIndexerOf(sparse);
            indexed = layersOf(sparse, text, "sparse_attention_freq");
        }
    }
    MixtureOfExperts experts = routedExpertsOf(text);
    if (const std::int64_t shared = sharedExpertCount(text); shared > 0) {
        setSharedExperts(
            text, experts, shared,
            text.countOr("shared_intermediate_size", limits::width, assumedSharedWidth));
    }
    text.skip({"shared_intermediate_size"});
    const DenseFeedForward dense{.width = text.whole("dense_intermediate_size", limits::width)};
    const std::vector<bool> withExperts = layersOf(text, text, "moe_layer_freq");
    for (std::size_t i = 0; i < withExperts.size(); ++i) {
        addLayer(model,
                 {.id = {},
                  .tokenMixer = indexed[i] ? sparseAttention : attention,
                  .channelMixer = withExperts[i] ? ChannelMixer(experts) : ChannelMixer(dense)},
                 text);
    }
    readPrediction(text, model, {.id = {}, .tokenMixer = sparseAttention, .channelMixer = experts});
    model.visionParameters = miniMaxVisionParameters(config);
}

} // namespace roofplan

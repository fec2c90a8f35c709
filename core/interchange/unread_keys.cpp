#include "core/interchange/unread_keys.h"

#include "core/base/json_text.h"
#include "core/interchange/config_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace roofplan {

namespace {

struct ForeignPart {
    std::string_view key;
    const char* part;
};

/// Fields that only models with such a part carry.
constexpr auto foreignParts = std::to_array<ForeignPart>({
    {"text_config", translatable("core", "a language model inside a multimodal one")},
    {"vision_config", translatable("core", "a vision tower")},
    {"audio_config", translatable("core", "an audio tower")},
    {"num_experts", translatable("core", "experts")},
    {"num_local_experts", translatable("core", "experts")},
    {"n_routed_experts", translatable("core", "experts")},
    {"n_shared_experts", translatable("core", "experts")},
    {"num_experts_per_tok", translatable("core", "experts")},
    {"moe_num_experts", translatable("core", "experts")},
    {"moe_intermediate_size", translatable("core", "experts")},
    {"shared_expert_intermediate_size", translatable("core", "a shared expert")},
    {"kv_lora_rank", translatable("core", "multi-head latent attention")},
    {"q_lora_rank", translatable("core", "multi-head latent attention")},
    {"index_topk", translatable("core", "sparse attention")},
    {"sparse_attention_config", translatable("core", "sparse attention")},
    {"attention_chunk_size", translatable("core", "chunked attention")},
    {"linear_attn_config", translatable("core", "linear attention")},
    {"linear_num_key_heads", translatable("core", "linear attention")},
    {"full_attention_interval", translatable("core", "linear attention")},
    {"hybrid_override_pattern", translatable("core", "state-space layers")},
    {"mamba_num_heads", translatable("core", "state-space layers")},
    {"ssm_state_size", translatable("core", "state-space layers")},
    {"block_configs", translatable("core", "layers of differing size")},
    {"num_kv_shared_layers", translatable("core", "keys and values shared between layers")},
    {"hidden_size_per_layer_input",
     translatable("core", "an embedding of every token for every layer")},
    {"hc_mult", translatable("core", "hyper-connections")},
    {"num_nextn_predict_layers", translatable("core", "multi-token prediction layers")},
    {"num_mtp_modules", translatable("core", "multi-token prediction layers")},
    {"mtp_num_hidden_layers", translatable("core", "multi-token prediction layers")},
    {"is_encoder_decoder", translatable("core", "an encoder")},
});

/// Parts of names that speak of the architecture.
constexpr std::string_view telling[]{
    "expert",      "moe",        "rank",         "lora", "head",     "layer",  "conv",
    "window",      "router",     "gate",         "mtp",  "nextn",    "sparse", "latent",
    "chunk",       "ssm",        "mamba",        "kv_",  "qk_",      "index_", "compress",
    "hash",        "shared",     "intermediate", "_dim", "_bias",    "block",  "group",
    "hidden_size", "interleave", "depth",        "sink", "norm_type"};

/// Names with such a part that are of settings, of training or of bookkeeping.
constexpr std::string_view harmless[]{"layer_norm_eps",
                                      "layer_norm_epsilon",
                                      "layerdrop",
                                      "head_mask",
                                      "pruned_heads",
                                      "router_aux_loss_coef",
                                      "router_jitter_noise",
                                      "router_z_loss_coef",
                                      "output_router_logits",
                                      "router_bias_update_rate",
                                      "moe_router_dtype",
                                      "moe_shared_expert_overlap",
                                      "num_reward_heads",
                                      "hidden_dropout",
                                      "mamba_ssm_dtype",
                                      "mamba_ssm_cache_dtype",
                                      "mamba_hidden_act",
                                      "use_mamba_kernels",
                                      "chunk_size",
                                      "chunk_size_feed_forward",
                                      "use_unified_vision_chunk",
                                      "cross_attention_hidden_size",
                                      "num_beam_groups",
                                      "rotary_dim",
                                      "rope_interleave",
                                      "indexer_rope_interleave"};

bool speaksOfArchitecture(std::string_view key) {
    return std::ranges::find(harmless, key) == std::end(harmless) &&
           std::ranges::any_of(telling, [key](std::string_view word) {
               return key.find(word) != std::string_view::npos;
           });
}

/// A list of layers that are all what a family without such a list has.
bool saysTheUsual(std::string_view key, const nlohmann::json& value) {
    return key == "layer_types" && value.is_array() &&
           std::ranges::all_of(value, [](const nlohmann::json& type) {
               return type == "full_attention" || type == "deepseek_sparse_attention";
           });
}

/// A key as a JSON pointer writes it.
std::string escaped(std::string_view key) {
    std::string text;
    for (const char c : key) {
        text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return text;
}

void check(ConfigFindings& findings,
           const std::string& place,
           const std::string& key,
           const nlohmann::json& value) {
    const auto* const foreign = std::ranges::find(foreignParts, key, &ForeignPart::key);
    if (foreign != foreignParts.end()) {
        findings.errors.push_back(
            {.code = "config.unsupported",
             .place = place,
             .text = {translatable("core", "found {0}, which means {1}: {2} is not known with it."),
                      {shownJson(value), foreign->part, findings.className}}});
    } else if (speaksOfArchitecture(key) && !saysTheUsual(key, value)) {
        findings.remarks.push_back(
            {.severity = Severity::Warning,
             .code = "config.not_understood",
             .place = place,
             .text = {translatable("core", "found {0}: not read, though its name speaks of the "
                                           "architecture; the model may differ."),
                      {shownJson(value)}}});
    }
}

} // namespace

void checkUnreadKeys(ConfigFindings& findings) {
    const std::vector<OpenedObject> opened = findings.opened;
    std::set<const nlohmann::json*> done;
    for (const OpenedObject& object : opened) {
        if (!done.insert(object.json).second) {
            continue;
        }
        for (const auto& item : object.json->items()) {
            const std::string place = object.place + "/" + escaped(item.key());
            if (!findings.read.contains(object.place + "/" + item.key()) && !saysNo(item.value())) {
                check(findings, place, item.key(), item.value());
            }
        }
    }
}

} // namespace roofplan

#include "core/interchange/config_support.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace roofplan {

namespace {

constexpr auto classes = std::to_array<ConfigClass>({
    {.architecture = "LlamaForCausalLM",
     .modelType = "llama",
     .readsAttentionBias = true,
     .readsMlpBias = true},
    {.architecture = "Qwen3ForCausalLM",
     .modelType = "qwen3",
     .headDimension = 128,
     .keyValueHeads = 32,
     .slidingWindow = 4096,
     .slidingWindowSwitch = true,
     .queryKeyNorm = true,
     .readsAttentionBias = true},
    {.architecture = "Qwen2ForCausalLM",
     .modelType = "qwen2",
     .keyValueHeads = 32,
     .slidingWindow = 4096,
     .slidingWindowSwitch = true,
     .queryKeyValueBias = true},
    {.architecture = "MistralForCausalLM",
     .modelType = "mistral",
     .keyValueHeads = 8,
     .slidingWindow = 4096},
});

struct ForeignPart {
    std::string_view key;
    const char* part;
};

/// Fields that only models with such a part carry; 0, false and null say that it is not there.
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
    {"kv_lora_rank", translatable("core", "multi-head latent attention")},
    {"q_lora_rank", translatable("core", "multi-head latent attention")},
    {"index_topk", translatable("core", "sparse attention")},
    {"attention_chunk_size", translatable("core", "chunked attention")},
    {"linear_attn_config", translatable("core", "linear attention")},
    {"linear_num_key_heads", translatable("core", "linear attention")},
    {"full_attention_interval", translatable("core", "linear attention")},
    {"hybrid_override_pattern", translatable("core", "state-space layers")},
    {"mamba_num_heads", translatable("core", "state-space layers")},
    {"ssm_state_size", translatable("core", "state-space layers")},
    {"block_configs", translatable("core", "layers of differing size")},
    {"num_kv_shared_layers", translatable("core", "keys and values shared between layers")},
    {"num_nextn_predict_layers", translatable("core", "multi-token prediction layers")},
    {"num_mtp_modules", translatable("core", "multi-token prediction layers")},
    {"mtp_num_hidden_layers", translatable("core", "multi-token prediction layers")},
    {"is_encoder_decoder", translatable("core", "an encoder")},
    {"quantization_config", translatable("core", "quantised weights")},
    {"compression_config", translatable("core", "quantised weights")},
});

bool saysNo(const nlohmann::json& value) {
    return value.is_null() || (value.is_boolean() && !value.get<bool>()) ||
           (value.is_number() && value.get<double>() == 0.0);
}

void checkForeignParts(ConfigReader& config) {
    for (const ForeignPart& foreign : foreignParts) {
        const nlohmann::json& value = config.value(foreign.key);
        if (!saysNo(value)) {
            config.report(
                "config.unsupported", foreign.key,
                {translatable("core",
                              "found {0}, which means {1}; only dense models with grouped-query "
                              "attention can be imported so far."),
                 {shownJson(value), foreign.part}});
        }
    }
}

std::string knownNames(std::string_view ConfigClass::*name) {
    std::string list;
    for (const ConfigClass& known : classes) {
        list += (list.empty() ? "" : ", ") + std::string(known.*name);
    }
    return list;
}

const ConfigClass* classNamed(const nlohmann::json& name, std::string_view ConfigClass::*member) {
    const auto* const found = std::ranges::find_if(classes, [&](const ConfigClass& known) {
        return name.is_string() && name.get_ref<const std::string&>() == known.*member;
    });
    return found == classes.end() ? nullptr : found;
}

void reportClass(ConfigReader& config,
                 std::string_view key,
                 const nlohmann::json& found,
                 const std::string& allowed) {
    config.report("config.unsupported", key,
                  {translatable("core", "found {0}; can be imported so far: {1}."),
                   {shownJson(found), allowed}});
}

/// By `architectures`, by `model_type` where that is missing; the two must agree.
const ConfigClass* namedClass(ConfigReader& config) {
    const nlohmann::json& list = config.value("architectures");
    const nlohmann::json& type = config.value("model_type");
    const bool listed = list.is_array() && !list.empty();
    if (!listed && type.is_null()) {
        config.report("config.missing", "architectures",
                      {translatable("core", "found nothing; needed: one of {0}."),
                       {knownNames(&ConfigClass::architecture)}});
        return nullptr;
    }
    const ConfigClass* const byType = classNamed(type, &ConfigClass::modelType);
    const ConfigClass* const found =
        listed ? classNamed(list.front(), &ConfigClass::architecture) : byType;
    if (listed && found == nullptr) {
        reportClass(config, "architectures/0", list.front(),
                    knownNames(&ConfigClass::architecture));
        return nullptr;
    }
    if (found == nullptr || (!type.is_null() && byType != found)) {
        reportClass(config, "model_type", type, knownNames(&ConfigClass::modelType));
    }
    return found;
}

void checkSlidingWindow(ConfigReader& config, const ConfigClass& known) {
    if (known.slidingWindowSwitch && !config.flag("use_sliding_window", false)) {
        return;
    }
    // null switches the window off; a missing key leaves the choice to the class.
    const nlohmann::json& window = config.value("sliding_window");
    const bool assumed = !config.mentions("sliding_window") && known.slidingWindow.has_value();
    if (!window.is_null() || assumed) {
        config.report(
            "config.unsupported", "sliding_window",
            {translatable("core", "found {0}: sliding-window attention; only full attention can "
                                  "be imported so far (null)."),
             {assumed ? std::to_string(*known.slidingWindow) : shownJson(window)}});
    }
}

void checkLayerTypes(ConfigReader& config) {
    const nlohmann::json& types = config.value("layer_types");
    if (types.is_null()) {
        return;
    }
    if (!types.is_array()) {
        config.report("config.value", "layer_types",
                      {translatable("core", "found {0}; allowed: a list of layer types."),
                       {shownJson(types)}});
        return;
    }
    const auto foreign = std::ranges::find_if(
        types, [](const nlohmann::json& type) { return type != "full_attention"; });
    if (foreign != types.end()) {
        config.report(
            "config.unsupported", "layer_types/" + std::to_string(foreign - types.begin()),
            {translatable("core", "found {0}; can be imported so far: \"full_attention\"."),
             {shownJson(*foreign)}});
    }
}

void checkActivation(ConfigReader& config) {
    const nlohmann::json& activation = config.value("hidden_act");
    if (!activation.is_null() && activation != "silu" && activation != "swish") {
        config.report("config.unsupported", "hidden_act",
                      {translatable("core", "found {0}; can be imported so far: \"silu\"."),
                       {shownJson(activation)}});
    }
}

} // namespace

const ConfigClass* supportedClass(ConfigReader& config) {
    checkForeignParts(config);
    checkLayerTypes(config);
    const ConfigClass* const known = namedClass(config);
    if (known != nullptr) {
        checkSlidingWindow(config, *known);
        checkActivation(config);
    }
    return known;
}

} // namespace roofplan

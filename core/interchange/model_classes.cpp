#include "core/interchange/model_classes.h"

#include "core/base/json_text.h"
#include "core/interchange/families.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>

namespace roofplan {

namespace {

constexpr auto classes = std::to_array<ModelClass>({
    {.architecture = "LlamaForCausalLM", .modelType = "llama", .read = readLlama},
    {.architecture = "MistralForCausalLM", .modelType = "mistral", .read = readMistral},
    {.architecture = "Qwen2ForCausalLM", .modelType = "qwen2", .read = readQwen2},
    {.architecture = "Qwen3ForCausalLM", .modelType = "qwen3", .read = readQwen3},
    {.architecture = "MiMoForCausalLM", .modelType = "mimo", .read = readMimo},
    {.architecture = "MixtralForCausalLM", .modelType = "mixtral", .read = readMixtral},
    {.architecture = "Qwen3MoeForCausalLM", .modelType = "qwen3_moe", .read = readQwen3Moe},
    {.architecture = "Qwen3VLForConditionalGeneration",
     .modelType = "qwen3_vl",
     .nested = true,
     .read = readQwen3Vl},
    {.architecture = "Qwen3VLMoeForConditionalGeneration",
     .modelType = "qwen3_vl_moe",
     .nested = true,
     .read = readQwen3VlMoe},
    {.architecture = "Qwen3_5ForConditionalGeneration",
     .modelType = "qwen3_5",
     .nested = true,
     .read = readQwen35},
    {.architecture = "Qwen3_5MoeForConditionalGeneration",
     .modelType = "qwen3_5_moe",
     .nested = true,
     .read = readQwen35Moe},
    {.architecture = "Qwen3NextForCausalLM", .modelType = "qwen3_next", .read = readQwen35Moe},
    {.architecture = "Qwen3_5ForCausalLM", .modelType = "qwen3_5_text", .read = readQwen35},
    {.architecture = "Qwen3_5MoeForCausalLM",
     .modelType = "qwen3_5_moe_text",
     .read = readQwen35Moe},
    {.architecture = "DeepseekV2ForCausalLM", .modelType = "deepseek_v2", .read = readDeepseekV2},
    {.architecture = "DeepseekV3ForCausalLM", .modelType = "deepseek_v3", .read = readDeepseekV3},
    {.architecture = "DeepseekV3ForCausalLM", .modelType = "kimi_k2", .read = readDeepseekV3},
    {.architecture = "DeepseekV32ForCausalLM",
     .modelType = "deepseek_v32",
     .read = readDeepseekV32},
    {.architecture = "DeepseekV4ForCausalLM", .modelType = "deepseek_v4", .read = readDeepseekV4},
    {.architecture = "KimiK25ForConditionalGeneration",
     .modelType = "kimi_k25",
     .nested = true,
     .read = readKimiK25},
    {.architecture = "Glm4MoeLiteForCausalLM",
     .modelType = "glm4_moe_lite",
     .read = readGlm4MoeLite},
    {.architecture = "GlmMoeDsaForCausalLM", .modelType = "glm_moe_dsa", .read = readGlm5},
    {.architecture = "Glm4MoeForCausalLM", .modelType = "glm4_moe", .read = readGlm4Moe},
    {.architecture = "MiniMaxM2ForCausalLM", .modelType = "minimax_m2", .read = readMiniMaxM2},
    {.architecture = "MiniMaxM2ForCausalLM", .modelType = "minimax", .read = readMiniMaxM2},
    {.architecture = "MiniMaxM3SparseForConditionalGeneration",
     .modelType = "minimax_m3_vl",
     .nested = true,
     .read = readMiniMaxM3},
    {.architecture = "GptOssForCausalLM", .modelType = "gpt_oss", .read = readGptOss},
    {.architecture = "Llama4ForConditionalGeneration",
     .modelType = "llama4",
     .nested = true,
     .read = readLlama4},
    {.architecture = "Llama4ForCausalLM", .modelType = "llama4_text", .read = readLlama4},
    {.architecture = "Gemma4ForConditionalGeneration",
     .modelType = "gemma4",
     .nested = true,
     .read = readGemma4},
    {.architecture = "Gemma4ForCausalLM", .modelType = "gemma4_text", .read = readGemma4},
    {.architecture = "NemotronHForCausalLM", .modelType = "nemotron_h", .read = readNemotronH},
});

/// Names of classes that the others say nothing against, each once.
std::string names(std::string_view ModelClass::*name, const nlohmann::json& architecture) {
    std::set<std::string_view> seen;
    std::string list;
    for (const ModelClass& known : classes) {
        const bool fits = !architecture.is_string() || known.architecture == architecture;
        if (fits && seen.insert(known.*name).second) {
            list += (list.empty() ? "" : ", ") + std::string(known.*name);
        }
    }
    return list;
}

/// Null in place of either says nothing.
const ModelClass* classNamed(const nlohmann::json& architecture, const nlohmann::json& type) {
    const auto* const found = std::ranges::find_if(classes, [&](const ModelClass& known) {
        return (architecture.is_null() || known.architecture == architecture) &&
               (type.is_null() || known.modelType == type);
    });
    return found == classes.end() ? nullptr : found;
}

void reportName(ConfigReader& config,
                std::string_view key,
                const nlohmann::json& found,
                const std::string& allowed) {
    config.report("config.unsupported", key,
                  {translatable("core", "found {0}; can be imported so far: {1}."),
                   {shownJson(found), allowed}});
}

} // namespace

const ModelClass* modelClass(ConfigReader& config) {
    const nlohmann::json& list = config.value("architectures");
    const nlohmann::json& type = config.value("model_type");
    const bool listed = list.is_array() && !list.empty();
    const nlohmann::json architecture = listed ? list.front() : nlohmann::json();
    if (!listed && type.is_null()) {
        config.report("config.missing", "architectures",
                      {translatable("core", "found nothing; needed: one of {0}."),
                       {names(&ModelClass::architecture, nullptr)}});
        return nullptr;
    }
    if (listed && (architecture.is_null() || classNamed(architecture, nullptr) == nullptr)) {
        reportName(config, "architectures/0", architecture,
                   names(&ModelClass::architecture, nullptr));
        return nullptr;
    }
    const ModelClass* const found = classNamed(architecture, type);
    if (found == nullptr) {
        reportName(config, "model_type", type, names(&ModelClass::modelType, architecture));
    }
    return found;
}

} // namespace roofplan

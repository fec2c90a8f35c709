// The reader of each family of model classes. `config` is the whole file, `text` the object that
// describes the language model (the same where there is no text_config); what they read becomes
// `model`, what they cannot express an error of `text`.
#pragma once

#include "core/architecture/transformer.h"
#include "core/interchange/config_reader.h"

namespace roofplan {

// dense_config.cpp
void readLlama(ConfigReader& config, ConfigReader& text, Transformer& model);
void readMistral(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen2(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen3(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen3Vl(ConfigReader& config, ConfigReader& text, Transformer& model);
void readMimo(ConfigReader& config, ConfigReader& text, Transformer& model);

// mixtral_config.cpp, qwen_moe_config.cpp, qwen_hybrid_config.cpp
void readMixtral(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen3Moe(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen3VlMoe(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen35(ConfigReader& config, ConfigReader& text, Transformer& model);
void readQwen35Moe(ConfigReader& config, ConfigReader& text, Transformer& model);

// deepseek_config.cpp: multi-head latent attention; deepseek_v4_config.cpp
void readDeepseekV2(ConfigReader& config, ConfigReader& text, Transformer& model);
void readDeepseekV3(ConfigReader& config, ConfigReader& text, Transformer& model);
void readDeepseekV32(ConfigReader& config, ConfigReader& text, Transformer& model);
void readKimiK25(ConfigReader& config, ConfigReader& text, Transformer& model);
void readGlm4MoeLite(ConfigReader& config, ConfigReader& text, Transformer& model);
void readGlm5(ConfigReader& config, ConfigReader& text, Transformer& model);
void readDeepseekV4(ConfigReader& config, ConfigReader& text, Transformer& model);

// glm4_config.cpp
void readGlm4Moe(ConfigReader& config, ConfigReader& text, Transformer& model);

// minimax_config.cpp, gpt_oss_config.cpp, llama4_config.cpp, gemma4_config.cpp
void readMiniMaxM2(ConfigReader& config, ConfigReader& text, Transformer& model);
void readMiniMaxM3(ConfigReader& config, ConfigReader& text, Transformer& model);
void readGptOss(ConfigReader& config, ConfigReader& text, Transformer& model);
void readLlama4(ConfigReader& config, ConfigReader& text, Transformer& model);
void readGemma4(ConfigReader& config, ConfigReader& text, Transformer& model);

// nemotron_h_config.cpp
void readNemotronH(ConfigReader& config, ConfigReader& text, Transformer& model);

} // namespace roofplan

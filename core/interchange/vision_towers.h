// Parameters of the vision towers that families put before the language model, with the projector
// into it: learned weights and biases of the modelling code.
#pragma once

#include "core/interchange/config_reader.h"

#include <cstdint>

namespace roofplan {

/// Qwen3-VL and Qwen3.5: 3-D patches, learned positions, layers of fused QKV and a plain MLP with
/// biases, a merger of m² patches into the model's width and as many more as `deepstack_visual_
/// indexes` lists. Source: Qwen3VLVisionModel of transformers.
[[nodiscard]] std::int64_t qwenVisionParameters(ConfigReader& config);

/// Kimi-K2.5 (MoonViT): 2-D patches, a learned grid of positions, the same layers, a final norm and
/// the patch merger. Source: modeling_kimi_k25.py of the owner.
[[nodiscard]] std::int64_t moonVisionParameters(ConfigReader& config);

/// Gemma 4: attention with norms of Q and K, gated MLP, four norms a layer, no biases, positions by
/// row and by column. Source: Gemma4VisionModel of transformers.
[[nodiscard]] std::int64_t gemmaVisionParameters(ConfigReader& config, std::int64_t textHidden);

/// MiniMax-M3: a CLIP encoder with rotary positions over 3-D patches without bias and one norm in
/// front, a projector of two layers and a merger of m² patches of two more. Counted so that the
/// sum is the one of the released weights.
[[nodiscard]] std::int64_t miniMaxVisionParameters(ConfigReader& config);

/// Llama 4: unfolded patches, a class token, learned positions, biased layers, norms before and
/// behind, pixel shuffle with an MLP and a projection. Source: Llama4VisionModel of transformers.
[[nodiscard]] std::int64_t llama4VisionParameters(ConfigReader& config, std::int64_t textHidden);

} // namespace roofplan

// How the published weights are quantised: the `quantization_config` of a config.json, or the
// hf_quant_config.json of TensorRT Model Optimizer beside it.
#pragma once

#include "core/catalogue/quantization.h"
#include "core/interchange/config_reader.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace roofplan {

/// What `quantization_config` (or the older `compression_config`) of either object says; nothing
/// where there is none or with errors.
[[nodiscard]] std::optional<Quantization> quantizationOf(ConfigReader& config, ConfigReader& text);

/// The content of an hf_quant_config.json.
[[nodiscard]] std::optional<Quantization> quantizationOfFile(ConfigReader& file);

/// True for the content of an hf_quant_config.json, which is no model.
[[nodiscard]] bool isQuantizationFile(const nlohmann::json& json);

} // namespace roofplan

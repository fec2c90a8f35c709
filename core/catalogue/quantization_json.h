// How the weights of a model entry are stored, as JSON.
#pragma once

#include "core/catalogue/object_reader.h"
#include "core/catalogue/quantization.h"

namespace roofplan {

/// `findings` is what `reader` reports to.
[[nodiscard]] Quantization quantizationFromJson(ObjectReader reader, Diagnostics& findings);

[[nodiscard]] nlohmann::ordered_json quantizationToJson(const Quantization& quantization);

} // namespace roofplan

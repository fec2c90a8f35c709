// A Hugging Face config.json to a transformer. Dense GQA models (Llama, Qwen3 dense); anything else
// is refused naming the field that says so.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"

#include <string_view>

namespace roofplan {

/// Fails with the file name and JSON pointer: not JSON or truncated ("config.not_json"), no
/// transformer
/// ("config.not_a_model"), an architecture not modelled yet ("config.unsupported"), a missing or
/// impossible value ("config.missing", "config.value"). The entry's id is made from the file name.
[[nodiscard]] Expected<ModelEntry> importHuggingFaceConfig(std::string_view text,
                                                           std::string_view fileName);

} // namespace roofplan

// A model entry as JSON, in specs/models/ and in project files.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace roofplan {

/// `place` is the file and pointer that diagnostics start with ("models/llama-3.1-70b.json#").
[[nodiscard]] Expected<ModelEntry> modelFromJson(const nlohmann::json& json,
                                                 std::string_view place);

[[nodiscard]] nlohmann::ordered_json modelToJson(const ModelEntry& model);

} // namespace roofplan

// What a JSON Schema allows at a place, in words: a validator only says that something is wrong.
#pragma once

#include "core/base/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

namespace roofplan {

/// Gives the schema document of a file name, or null.
using SchemaSource = std::function<const nlohmann::json*(const std::string& file)>;

/// The findings at `pointer` of `document`, where `schema` does not hold: members that are missing
/// or unknown, or what was found and what is allowed. `reason`, the validator's own words, stands
/// in where the schema has no better ones; `file` is what the findings name.
[[nodiscard]] Diagnostics schemaFindings(const nlohmann::json& document,
                                         const nlohmann::json& schema,
                                         const SchemaSource& others,
                                         const std::string& pointer,
                                         const std::string& reason,
                                         const std::string& file);

} // namespace roofplan

// What an imported model is called.
#pragma once

#include "core/interchange/config_reader.h"

#include <string>
#include <string_view>

namespace roofplan {

/// "meta-llama--Meta-Llama-3.1-70B.config.json" is Meta-Llama-3.1-70B; a file that is just called
/// config.json has the name that it was published under, or its folder's, or its class.
[[nodiscard]] std::string modelName(const ConfigReader& config, std::string_view fileName);

/// The name as an id: small letters, digits, ".", "-" and "_".
[[nodiscard]] std::string modelId(std::string_view name);

/// Behind the last slash, of either kind.
[[nodiscard]] std::string_view lastPart(std::string_view path);

} // namespace roofplan

// Models that are named by the file of their configuration.
#pragma once

#include "core/interchange/hugging_face_config.h"

#include <string>

namespace roofplan::cli {

/// A path or stdin ("-"), where an id of the catalogue may stand too.
[[nodiscard]] bool looksLikePath(const std::string& text);

/// The model of a config.json; messages name it as it was typed.
[[nodiscard]] Expected<ImportedModel> importModel(const std::string& path);

} // namespace roofplan::cli

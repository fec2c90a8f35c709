// An entry of the catalogue for people and machines: every fact from published to used, with its
// source, its rivals and why they lost; a model by its shape and its parameters.
#pragma once

#include "core/catalogue/catalogue.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

namespace roofplan {

[[nodiscard]] std::string factsText(std::span<const FactId> facts, const Catalogue& catalogue);
[[nodiscard]] nlohmann::ordered_json factsJson(std::span<const FactId> facts,
                                               const Catalogue& catalogue);

[[nodiscard]] std::string modelText(const ModelEntry& model);
[[nodiscard]] nlohmann::ordered_json modelReportJson(const ModelEntry& model);

} // namespace roofplan

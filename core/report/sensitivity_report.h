// What would move an answer, fact by fact, for people and machines.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/sensitivity.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace roofplan {

/// A table of the facts that move step time, cost or memory, those that move the step time most
/// first, with their sources; then those that move nothing, and those that were not varied, with
/// the reason.
[[nodiscard]] std::string sensitivityText(const Sensitivity& sensitivity,
                                          const Catalogue& catalogue);

/// A list in the same order: fact, entry, property, field, label, value, unit, source,
/// standard_error (a share of the value), step, not_varied, fit_limit, elasticity by headline key
/// {value, below, above, shape}. What does not exist is null.
[[nodiscard]] nlohmann::ordered_json sensitivityJson(const Sensitivity& sensitivity,
                                                     const Catalogue& catalogue);

} // namespace roofplan

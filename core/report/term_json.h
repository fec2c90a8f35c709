// The tree of terms as nested JSON.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

#include <nlohmann/json_fwd.hpp>

namespace roofplan {

/// The root term with its children inside each other; null without terms. Figures are totals over a
/// step on a GPU of the pacing stage, in base units.
[[nodiscard]] nlohmann::ordered_json termsJson(const Result& result, const Catalogue& catalogue);

} // namespace roofplan

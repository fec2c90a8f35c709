// A scenario as flat JSON keys of the field table, and the plan with all that is derived.
#pragma once

#include "core/result/result.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace roofplan {

/// `name` and a key for each field. Counts and measures are numbers in the unit that a number
/// without one is read in, flags are booleans; an absent optional is null, and so is what does not
/// apply to this scenario.
[[nodiscard]] nlohmann::ordered_json scenarioJson(const Scenario& scenario);

[[nodiscard]] nlohmann::ordered_json planJson(const Result& result);

} // namespace roofplan

// What a search chooses from, as text and JSON.
#pragma once

#include "core/search/plan_space.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace roofplan::cli {

/// The number of plans, the values of each field, and why others are not among them.
[[nodiscard]] std::string
spaceText(const Scenario& scenario, const ResolvedScenario& resolved, const PlanSpace& space);

[[nodiscard]] nlohmann::ordered_json
spaceJson(const Scenario& scenario, const ResolvedScenario& resolved, const PlanSpace& space);

} // namespace roofplan::cli

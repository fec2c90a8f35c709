// Why pinned fields leave no plan to choose from.
#pragma once

#include "core/search/plan_space.h"

namespace roofplan {

/// What the checks of a scenario say of a plan that has the pinned fields of `scenario` and else
/// the defaults, and that nothing is left. Of a scenario whose space is empty.
[[nodiscard]] Diagnostics
whyEmpty(const Scenario& scenario, const Catalogue& catalogue, const PinnedFields& pinned);

} // namespace roofplan

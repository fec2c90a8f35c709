// What the scenario's price plan charges, and what of it nobody knows.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Fills price, discount, terms of purchase and second currency of `resolved`, whose cluster is
/// known, and returns what there is to say about them: nothing of it prevents an answer.
[[nodiscard]] Diagnostics
resolvePrice(const Cluster& cluster, const Catalogue& catalogue, ResolvedScenario& resolved);

} // namespace roofplan

// What the scenario's price plan charges, and what of it nobody knows.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Fills price, discount, terms of purchase and second currency of `resolved`, whose cluster is
/// known. What there is to say about them is remarks: nothing of it prevents an answer.
void resolvePrice(const Cluster& cluster,
                  const Catalogue& catalogue,
                  ResolvedScenario& resolved,
                  Findings& out);

} // namespace roofplan

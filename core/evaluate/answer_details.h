// What an answer carries beside its numbers when terms are asked for: roofs, and where each
// headline number comes from.
#pragma once

#include "core/result/result.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Compute, HBM, NVLink and (with more than one NVLink domain) network, datasheet and achievable.
[[nodiscard]] std::vector<Ceiling> ceilings(const ResolvedScenario& scenario);

/// Fills result.derivations from its headline, and adds what the bill of a plan that fits has to
/// say to result.diagnostics.
void addDerivations(const ResolvedScenario& scenario, Result& result);

} // namespace roofplan

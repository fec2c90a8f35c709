// What a plan may and may not be on a cluster, with the reason and what is allowed.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Completes `resolved.plan.dataParallel` and `resolved.microBatches`.
/// Needs model, gpu, gpus, nvlink, nvlinkDomain, stack and choices.
void completePlan(ResolvedScenario& resolved, Findings& out);

} // namespace roofplan

// What a plan makes of the layers, the states and the batch: pipeline, sharding, recomputation,
// offload, phase and batch size.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

void checkPipeline(const ResolvedScenario& resolved, Diagnostics& out);

/// Needs the plan's DP.
void checkSharding(const ResolvedScenario& resolved, Diagnostics& out);

void checkRecompute(const ResolvedScenario& resolved, Diagnostics& out);

void checkPhase(const ResolvedScenario& resolved, Diagnostics& out);

/// Sets the micro-batches of a step. Needs the plan's DP.
void checkBatch(ResolvedScenario& resolved, Diagnostics& out);

} // namespace roofplan

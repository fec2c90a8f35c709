// What a plan makes of the layers, the states and the batch: pipeline, sharding, recomputation,
// offload, phase and batch size.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

void checkPipeline(const ResolvedScenario& resolved, Findings& out);

/// Needs the plan's DP.
void checkSharding(const ResolvedScenario& resolved, Findings& out);

/// Remarks alone.
void checkRecompute(const ResolvedScenario& resolved, Findings& out);

void checkPhase(const ResolvedScenario& resolved, Findings& out);

/// Sets the micro-batches of a step. Needs the plan's DP.
void checkBatch(ResolvedScenario& resolved, Findings& out);

} // namespace roofplan

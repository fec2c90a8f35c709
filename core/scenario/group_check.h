// Whether the groups of a plan suit the model: tensor, context and expert parallel.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// TP against heads, KV heads, widths and NVLink domains.
void checkTensorParallel(const ResolvedScenario& resolved, Findings& out);

/// CP against the sequence, and against the heads where these are exchanged.
void checkContextParallel(const ResolvedScenario& resolved, Findings& out);

/// EP and ETP against experts, their width and the ranks of a stage. Needs the plan's DP.
void checkExpertParallel(const ResolvedScenario& resolved, Findings& out);

} // namespace roofplan

// Which models and number formats a training step has a price for.
#pragma once

#include "core/architecture/model_parts.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// The parts of a model that have no step time yet; none where it is modelled.
[[nodiscard]] ModelParts untimedParts(const Transformer& model);

[[nodiscard]] bool hasExperts(const Transformer& model);

/// False, with the reason in `out`, when the step time of the model is not modelled. What is left
/// out of a step that has a price is a warning.
bool checkModel(const Transformer& model, Findings& out);

/// The GPU has matrix units for the workload's format.
void checkPrecision(const ResolvedScenario& resolved, Findings& out);

} // namespace roofplan

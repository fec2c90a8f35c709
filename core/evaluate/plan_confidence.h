// Holds a plan against what was measured.
#pragma once

#include "core/catalogue/accuracy.h"
#include "core/result/confidence.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// The group of measured runs nearest to the plan (its GPU and precision, its GPU, the efficiency
/// profile of its GPU, all; dense or experts alike) and all of the plan that lies outside what was
/// measured of dense models or of mixtures of experts.
[[nodiscard]] Confidence confidenceOf(const ResolvedScenario& scenario, const Accuracy& accuracy);

/// The nearest group, in the same order, that at least three sources have measured: how far rows of
/// one or two scatter says little of another. Where there is none, the widest; null where nothing
/// like the plan was measured.
[[nodiscard]] const AccuracyGroup* residualGroup(const ResolvedScenario& scenario,
                                                 const Accuracy& accuracy);

/// What lies outside in one finding, at the first field that does.
[[nodiscard]] Diagnostics outsideFindings(const ResolvedScenario& scenario,
                                          const Confidence& confidence);

} // namespace roofplan

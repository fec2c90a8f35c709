// How much each hardware fact, constant and price behind an answer moves it.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/result/sensitivity.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Elasticities of every fact that `result` (of `scenario`, with its terms) used and of the price
/// and network rate that the user gave: central differences of evaluateResolved() at 0.1 % more and
/// less, streaming multiprocessors at one more and less. Where both sides differ, smaller steps
/// tell a kink from a bend and from a jump.
[[nodiscard]] Sensitivity
factSensitivity(const ResolvedScenario& scenario, const Result& result, const Catalogue& catalogue);

/// The same from ids. Fails as evaluate() does.
[[nodiscard]] Expected<Sensitivity> factSensitivity(const Scenario& scenario,
                                                    const Catalogue& catalogue);

} // namespace roofplan

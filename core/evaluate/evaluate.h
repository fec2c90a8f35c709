// The one function. The screen, the command line, the search and the fidelity check all call it and
// therefore agree to the last digit. Pure: no I/O, no clock, no globals.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/scenario/resolved_scenario.h"
#include "core/scenario/scenario.h"

namespace roofplan {

/// Headline: numbers only, nothing stored, nothing remarked. Terms: the same numbers with the tree
/// of terms, memory by stage, ceilings, derivations, how well a plan that fits is known, and the
/// nearest fixes of one that does not.
enum class Detail { Headline, Terms };

/// Fails where the question is wrong (an unknown id, TP·PP·CP·DP ≠ GPUs, what is not modelled yet);
/// places are field keys. A plan that does not fit is a Result with feasible == false and its
/// fixes.
[[nodiscard]] Expected<Result>
evaluate(const Scenario& scenario, const Catalogue& catalogue, Detail detail = Detail::Headline);

/// The part of evaluate() after names are looked up; `fixes` and `confidence` stay empty. For loops
/// over plans.
[[nodiscard]] Result evaluateResolved(const ResolvedScenario& scenario, Detail detail);

} // namespace roofplan

// How uncertain a step time is because the constants behind it are.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Standard deviation of ln(step time): what one standard error more of each fact that `result` (of
/// `scenario`, with its terms) used does to it, added in quadrature. Facts whose source gives no
/// standard error count as known.
[[nodiscard]] double
constantsSpread(const ResolvedScenario& scenario, const Result& result, const Catalogue& catalogue);

} // namespace roofplan

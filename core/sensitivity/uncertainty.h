// How far an answer may be off: what the measured runs like it have left unexplained, and what the
// constants behind it leave open.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/result/uncertainty.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// P10 and P90 of ln(step time / predicted) where measured runs leave the residuals of `group`.
/// Both sides of its median are widened for the few independent rows they come from (Student's t of
/// the next one: t(ν)·√(1 + 1/n) over the normal quantile, n groups of near-repeats, ν = n − 1),
/// and the constants' standard deviation is added in quadrature.
[[nodiscard]] Band<double> logBand(const AccuracyGroup& group, double constantsSpread);

/// The t that one value in ten exceeds, `degrees` ≥ 1. Source: Abramowitz & Stegun 26.7.5; exact
/// for 1.
[[nodiscard]] double studentP90(std::int64_t degrees);

/// Bands of `result` (of `scenario`, with its terms) by the residuals of the nearest group that
/// three sources measured. Absent where the catalogue has no such figures or the plan does not fit.
/// The cost is billed for the time of each end of the band.
[[nodiscard]] std::optional<Uncertainty>
uncertaintyOf(const ResolvedScenario& scenario, const Result& result, const Catalogue& catalogue);

} // namespace roofplan

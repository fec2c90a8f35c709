#include "core/sensitivity/uncertainty.h"

#include "core/cost/billing.h"
#include "core/evaluate/plan_confidence.h"
#include "core/sensitivity/constants_spread.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace roofplan {

namespace {

constexpr double normalP90 = 1.2815515655446004;

/// How much wider the quantiles of n independent rows are for the next one than for many.
double widening(std::int64_t n) {
    const std::int64_t rows = std::max<std::int64_t>(2, n);
    return studentP90(rows - 1) * std::sqrt(1.0 + 1.0 / static_cast<double>(rows)) / normalP90;
}

Band<double> residualBand(const AccuracyGroup& group) {
    const LogResiduals& r = group.residuals;
    const double wider = widening(group.groups);
    return {r.p50 - wider * (r.p50 - r.p10), r.p50 + wider * (r.p90 - r.p50)};
}

/// Of a number that grows with the step time.
template <typename Q>
Band<Q> longer(Q value, const Band<double>& log) {
    return {value * std::exp(log.low), value * std::exp(log.high)};
}

/// Of a number that shrinks with it.
template <typename Q>
Band<Q> slower(Q value, const Band<double>& log) {
    return {value * std::exp(-log.high), value * std::exp(-log.low)};
}

} // namespace

double studentP90(std::int64_t degrees) {
    if (degrees <= 1) {
        return std::tan(std::numbers::pi * 0.4); // of Cauchy's distribution
    }
    const auto v = static_cast<double>(degrees);
    const double z = normalP90;
    const double z2 = z * z;
    const double first = z * (z2 + 1.0) / 4.0;
    const double second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    const double third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    return z + (first + (second + third / v) / v) / v;
}

Band<double> logBand(const AccuracyGroup& group, double constantsSpread) {
    const Band<double> residuals = residualBand(group);
    const double middle = group.residuals.p50;
    const double constants = normalP90 * constantsSpread;
    return {middle - std::hypot(middle - residuals.low, constants),
            middle + std::hypot(residuals.high - middle, constants)};
}

std::optional<Uncertainty>
uncertaintyOf(const ResolvedScenario& scenario, const Result& result, const Catalogue& catalogue) {
    const AccuracyGroup* const group =
        catalogue.accuracy ? residualGroup(scenario, *catalogue.accuracy) : nullptr;
    if (group == nullptr || !result.feasible) {
        return std::nullopt;
    }
    const Headline& h = result.headline;
    Uncertainty u{.constantsSpread = constantsSpread(scenario, result, catalogue),
                  .residuals = residualBand(*group),
                  .rows = group->rows,
                  .sources = group->sources};
    u.logRatio = logBand(*group, u.constantsSpread);
    u.stepTime = longer(h.stepTime, u.logRatio);
    u.timeToTrain = longer(h.timeToTrain, u.logRatio);
    u.tokensPerSecond = slower(h.tokensPerSecond, u.logRatio);
    u.tokensPerSecondPerGpu = slower(h.tokensPerSecondPerGpu, u.logRatio);
    u.mfu = slower(h.mfu, u.logRatio);
    u.hfu = slower(h.hfu, u.logRatio);
    const std::optional<Bill> least = billOf(scenario, u.timeToTrain.low);
    const std::optional<Bill> most = billOf(scenario, u.timeToTrain.high);
    if (least && most) {
        u.cost = Band<Money>{least->cost, most->cost};
    }
    return u;
}

} // namespace roofplan

// What is paid for an hour, after the discount.
#pragma once

#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// What the price is of, and how many of them are paid: instances of a list price, GPUs of a price
/// of one's own.
[[nodiscard]] inline double paidUnits(const ResolvedScenario& scenario) {
    return static_cast<double>(scenario.pricePlan == PricePlan::Own ? scenario.gpus
                                                                    : scenario.instances);
}

/// Of one unit, after the discount; `scenario.price` must exist.
[[nodiscard]] inline Price paidPrice(const ResolvedScenario& scenario) {
    return scenario.price->value * (1.0 - scenario.discount);
}

} // namespace roofplan

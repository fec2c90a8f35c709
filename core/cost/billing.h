// What a run is billed: the time that its price plan makes of it, times price and size.
#pragma once

#include "core/result/derivation.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// Under rules of purchase the time is rounded up to what can be bought; under any other plan it is
/// the run's own. No storage, no failures.
struct Bill {
    Seconds paid;           ///< of each instance
    double purchases = 1.0; ///< one after the other
    Money cost;
};

/// Nothing where no price is known.
[[nodiscard]] std::optional<Bill> billOf(const ResolvedScenario& scenario, Seconds run);

[[nodiscard]] Derivation
deriveCost(const ResolvedScenario& scenario, Seconds run, const std::optional<Bill>& bill);

/// What a person who pays has to know beside the cost: purchases that follow each other, and the
/// whole of a commitment of which the run uses a share.
[[nodiscard]] Diagnostics
billingFindings(const ResolvedScenario& scenario, Seconds run, const Bill& bill);

} // namespace roofplan

// What a provider's terms of sale allow and round, each a sourced fact.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/fact.h"
#include "core/catalogue/price_plan.h"

namespace roofplan {

/// The rules of one price plan: how much can be bought at once, in which steps of time, and what of
/// it is lost at the end.
struct PurchaseRules {
    std::string id; ///< "capacity-blocks"
    std::string name;
    PricePlan plan = PricePlan::CapacityBlock;
    Sourced<double> instancesPerPurchase;    ///< largest block
    Sourced<double> instancesInAll;          ///< over all blocks of an account
    Sourced<double> ultraServersPerPurchase; ///< one UltraServer is one block
    Sourced<Seconds> shortStep;              ///< durations up to `shortMost` are multiples of it
    Sourced<Seconds> shortMost;
    Sourced<Seconds> longStep; ///< beyond it, multiples of this one
    Sourced<Seconds> longest;
    Sourced<Seconds> stopsEarly;                 ///< before the end, instances
    Sourced<Seconds> ultraServersStopEarly;      ///< before the end, UltraServers
    std::optional<Sourced<Seconds>> bookedAhead; ///< a purchase starts at most so far ahead

    bool operator==(const PurchaseRules&) const = default;
};

/// What in `rules` contradicts itself, so that no time could be bought by it ("spec.rules"; `place`
/// is the file's). The longest duration of each kind has to be a multiple of its step, and a
/// purchase longer than what its end takes away.
[[nodiscard]] Diagnostics checkPurchaseRules(const PurchaseRules& rules, const std::string& place);

/// The duration that has to be bought for `run` under the rules: with the early stop, rounded up to
/// a step; more than `longest` is several purchases, each with its early stop. Nothing is bought
/// for no time; for endless time, endlessly many. One purchase is not split to save a part of a
/// step: 14.5 days are 21 days, not 14 and 1, for the run would stop between them.
struct PurchasedTime {
    Seconds paid;         ///< in all, of each instance
    double purchases = 1; ///< one after the other
};

[[nodiscard]] PurchasedTime
purchasedTime(const PurchaseRules& rules, Seconds run, bool ultraServer);

} // namespace roofplan

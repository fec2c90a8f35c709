// What a provider's terms of sale allow and round, each a sourced fact.
#pragma once

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
    Sourced<Seconds> stopsEarly;            ///< before the end, instances
    Sourced<Seconds> ultraServersStopEarly; ///< before the end, UltraServers

    bool operator==(const PurchaseRules&) const = default;
};

/// The duration that has to be bought for `run` under the rules: with the early stop, rounded up to
/// a step; more than `longest` is several purchases, each with its early stop.
struct PurchasedTime {
    Seconds paid;         ///< in all, of each instance
    double purchases = 1; ///< one after the other
};

[[nodiscard]] PurchasedTime
purchasedTime(const PurchaseRules& rules, Seconds run, bool ultraServer);

} // namespace roofplan

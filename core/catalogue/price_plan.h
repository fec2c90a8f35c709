// What an instance costs an hour, by plan and region. A price that does not exist is absent, not
// zero.
#pragma once

#include "core/catalogue/fact.h"

#include <array>
#include <string_view>

namespace roofplan {

enum class PricePlan { OnDemand, CapacityBlock, SavingsOneYear, SavingsThreeYears, Spot, Own };

struct PricePlanName {
    PricePlan plan;
    std::string_view key;
    std::string_view label;
};

inline constexpr std::array<PricePlanName, 6> pricePlanNames{{
    {PricePlan::OnDemand, "on_demand", "On-demand"},
    {PricePlan::CapacityBlock, "capacity_block", "Capacity Block"},
    {PricePlan::SavingsOneYear, "savings_1y", "Savings plan, 1 year"},
    {PricePlan::SavingsThreeYears, "savings_3y", "Savings plan, 3 years"},
    {PricePlan::Spot, "spot", "Spot"},
    {PricePlan::Own, "own", "Own price"},
}};

/// The price of one instance type under one plan in one region.
struct InstancePrice {
    std::string instance;
    PricePlan plan = PricePlan::OnDemand;
    std::string region;
    Sourced<Price> perInstance;

    bool operator==(const InstancePrice&) const = default;
};

} // namespace roofplan

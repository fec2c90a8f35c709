// The shipped catalogue with every price plan of p5en.48xlarge and the terms of Capacity Blocks, at
// round numbers.
#pragma once

#include "core/units/quantity_literals.h"
#include "tests/support/shipped.h"

#include <algorithm>

namespace roofplan::test {

inline FactId addFact(Catalogue& catalogue, const char* property, UnitKind kind, double used) {
    catalogue.facts.push_back({.entry = "test",
                               .property = property,
                               .label = property,
                               .published = used,
                               .kind = kind,
                               .used = used,
                               .source = {.title = "a list", .date = "2026-09-19"},
                               .preferred = true});
    return static_cast<FactId>(catalogue.facts.size() - 1);
}

inline PurchaseRules blockRules(Catalogue& catalogue) {
    const auto time = [&catalogue](const char* property, double seconds) {
        return Sourced<Seconds>{Seconds(seconds),
                                addFact(catalogue, property, UnitKind::Time, seconds)};
    };
    const auto count = [&catalogue](const char* property, double number) {
        return Sourced<double>{number, addFact(catalogue, property, UnitKind::Count, number)};
    };
    constexpr double day = 86400.0;
    return {.id = "capacity-blocks",
            .name = "Capacity Blocks",
            .plan = PricePlan::CapacityBlock,
            .instancesPerPurchase = count("instances_per_purchase", 64.0),
            .instancesInAll = count("instances_in_all", 256.0),
            .ultraServersPerPurchase = count("ultraservers_per_purchase", 1.0),
            .shortStep = time("short_step", day),
            .shortMost = time("short_most", 14.0 * day),
            .longStep = time("long_step", 7.0 * day),
            .longest = time("longest", 182.0 * day),
            .stopsEarly = time("stops_early", 1800.0),
            .ultraServersStopEarly = time("ultraservers_stop_early", 3600.0)};
}

/// USD an instance-hour: on demand 80, blocks 40, savings 60 and 32, spot 20; all in us-east-2.
inline Catalogue pricedCatalogue() {
    Catalogue catalogue = shippedCatalogue();
    std::erase_if(catalogue.prices,
                  [](const InstancePrice& price) { return price.instance == "p5en.48xlarge"; });
    const auto add = [&catalogue](PricePlan plan, double dollars) {
        const double used = dollars / 3600.0;
        catalogue.prices.push_back(
            {.instance = "p5en.48xlarge",
             .plan = plan,
             .region = "us-east-2",
             .perInstance = {Price(used),
                             addFact(catalogue, "price", UnitKind::HourlyPrice, used)}});
    };
    add(PricePlan::OnDemand, 80.0);
    add(PricePlan::CapacityBlock, 40.0);
    add(PricePlan::SavingsOneYear, 60.0);
    add(PricePlan::SavingsThreeYears, 32.0);
    add(PricePlan::Spot, 20.0);
    catalogue.purchaseRules = {blockRules(catalogue)};
    return catalogue;
}

/// The example under a plan, with as many tokens as make it take `run`.
inline Scenario runOf(PricePlan plan, Seconds run, const Catalogue& catalogue) {
    Scenario s = exampleScenario();
    s.cluster.pricePlan = plan;
    const Seconds now = evaluate(s, catalogue)->headline.timeToTrain;
    s.workload.tokens = s.workload.tokens * (run / now);
    return s;
}

} // namespace roofplan::test

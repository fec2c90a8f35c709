#include "core/scenario/price_resolution.h"

#include "core/base/date_text.h"
#include "core/base/integer.h"
#include "core/scenario/currency_codes.h"
#include "core/scenario/scenario_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

std::string planKey(PricePlan plan) {
    return std::string(pricePlanNames[static_cast<std::size_t>(plan)].key);
}

void resolveOwnPrice(const Cluster& cluster, ResolvedScenario& r, Findings& out) {
    if (cluster.ownPricePerGpu) {
        r.price = {*cluster.ownPricePerGpu, FactId::None};
    } else if (out.remarks()) {
        out.add(finding(
            Severity::Warning, "price.own_missing", "price_per_gpu_hour",
            {translatable("core", "The price plan is \"own\" but no price is given."), {}}));
    }
    if (out.remarks() && cluster.discount) {
        out.add(finding(Severity::Warning, "price.discount_unused", "discount",
                        {translatable("core", "A discount is given, but it is on list prices: the "
                                              "price of the plan own is used as it is."),
                         {}}));
    }
}

/// "on_demand: us-east-1, us-east-2; spot: us-east-2": the prices of an instance that are known.
std::string knownPrices(const Catalogue& catalogue, const std::string& instance) {
    std::string known;
    for (const PricePlanName& plan : pricePlanNames) {
        std::string regions;
        for (const InstancePrice& price : catalogue.prices) {
            if (price.instance == instance && price.plan == plan.plan) {
                regions += (regions.empty() ? "" : ", ") + price.region;
            }
        }
        if (!regions.empty()) {
            known += fmt::format("{}{}: {}", known.empty() ? "" : "; ", plan.key, regions);
        }
    }
    return known;
}

/// The prices that there are, or how to give one.
Text otherPrices(const Cluster& cluster, const Catalogue& catalogue) {
    const std::string known = knownPrices(catalogue, cluster.instance);
    if (cluster.isCustom() || known.empty()) {
        return {translatable("core", "price plan own takes a price of yours"), {}};
    }
    return {translatable("core", "known: {0}"), {known}};
}

Diagnostic unknownPrice(const Cluster& cluster, const Catalogue& catalogue) {
    Text text{translatable("core", "No {0} price of {1} in {2} is known: the cost is left open."),
              {planKey(cluster.pricePlan), cluster.instance, cluster.region}};
    if (cluster.isCustom()) {
        text = {translatable("core", "A custom cluster has no list price: the cost is left open."),
                {}};
    } else if (const AbsentFigure* absent = findAbsentPrice(catalogue, cluster.instance,
                                                            cluster.pricePlan, cluster.region)) {
        text = {absent->state == Absence::None
                    ? translatable("core", "There is no {0} price of {1} in {2}, the cost is left "
                                           "open: {3} ({4}, {5}).")
                    : translatable("core", "No {0} price of {1} in {2} is known, the cost is left "
                                           "open: {3} ({4}, {5})."),
                {planKey(cluster.pricePlan), cluster.instance, cluster.region, absent->why,
                 absent->source.title, absent->source.date}};
    }
    return finding(Severity::Warning, "price.unknown", "price_plan", std::move(text),
                   otherPrices(cluster, catalogue));
}

/// How many instances one purchase and one account may hold. Remarks alone.
void checkPurchaseLimits(const PurchaseRules& rules, const ResolvedScenario& r, Findings& out) {
    if (!out.remarks()) {
        return;
    }
    const bool ultra = r.ultraServer();
    const auto instances = static_cast<double>(r.instances);
    const double most =
        ultra ? rules.ultraServersPerPurchase.value : rules.instancesPerPurchase.value;
    if (instances > most) {
        out.add(finding(
            Severity::Info, "price.several_blocks", "instances",
            {ultra ? translatable("core", "A Capacity Block holds {1} UltraServer: {0} of them "
                                          "are {2} blocks.")
                   : translatable("core", "A Capacity Block holds at most {1} instances: {0} of "
                                          "them are {2} blocks side by side."),
             {number(instances), number(most), number(std::ceil(instances / most))}}));
    }
    const double servers = ultra ? instances * r.instance->members->value : instances;
    if (servers > rules.instancesInAll.value) {
        out.add(finding(Severity::Warning, "price.block_limit", "instances",
                        {translatable("core", "{0} instances are more than the {1} that an account "
                                              "may hold in Capacity Blocks: they cannot be bought "
                                              "without an agreement with the provider."),
                         {number(servers), number(rules.instancesInAll.value)}}));
    }
}

void resolveTerms(const Catalogue& catalogue, ResolvedScenario& r, Findings& out) {
    const auto rules =
        std::ranges::find(catalogue.purchaseRules, r.pricePlan, &PurchaseRules::plan);
    if (rules != catalogue.purchaseRules.end()) {
        r.purchaseRules = &*rules;
        checkPurchaseLimits(*rules, r, out);
    } else if (out.remarks() && r.pricePlan == PricePlan::CapacityBlock) {
        out.add(finding(
            Severity::Info, "price.exact_time", "price_plan",
            {translatable("core", "The catalogue does not say which times Capacity Blocks are "
                                  "sold for: the run is priced for its exact time."),
             {}}));
    }
    if (out.remarks() && r.pricePlan == PricePlan::Spot) {
        const std::string& date = catalogue.fact(r.price->fact).source.date;
        out.add(finding(
            Severity::Warning, "price.spot", "price_plan",
            {translatable("core", "Spot: one instance that is reclaimed stops the whole job, and "
                                  "the price is a snapshot of {0}."),
             {date.empty() ? translatable("core", "an unknown day") : date}}));
    }
}

/// A price list that is known to have ended is the newest there is of some regions.
void checkPriceList(const Cluster& cluster, const Source& source, Findings& out) {
    if (out.remarks() && !source.ended.empty()) {
        out.add(finding(
            Severity::Warning, "price.list_ended", "price_plan",
            {translatable("core",
                          "The {0} price of {1} in {2} is of a list that has ended ({3}), and "
                          "no newer one is known: {4}."),
             {planKey(cluster.pricePlan), cluster.instance, cluster.region, source.ended,
              source.title}},
            {translatable("core", "price plan own takes a price of yours"), {}}));
    }
}

void resolveListPrice(const Cluster& cluster,
                      const Catalogue& catalogue,
                      ResolvedScenario& r,
                      Findings& out) {
    if (out.remarks() && cluster.ownPricePerGpu) {
        out.add(
            finding(Severity::Warning, "price.own_unused", "price_per_gpu_hour",
                    {translatable("core", "A price per GPU-hour is given, but the price plan is "
                                          "{0}: the given price is not used."),
                     {planKey(cluster.pricePlan)}},
                    {translatable("core", "price plan own uses it"), {}}));
    }
    if (r.instance != nullptr && !r.instance->soldIn.empty()) {
        return; // said of the cluster
    }
    const InstancePrice* price =
        findPrice(catalogue, cluster.instance, cluster.pricePlan, cluster.region);
    if (price == nullptr || cluster.isCustom()) {
        if (out.remarks()) {
            out.add(unknownPrice(cluster, catalogue));
        }
        return;
    }
    r.price = price->perInstance;
    r.discount = cluster.discount.value_or(Share()).value;
    if (const FactId fact = price->perInstance.fact; fact != FactId::None) {
        r.priceSource = &catalogue.fact(fact).source;
        checkPriceList(cluster, *r.priceSource, out);
    }
    resolveTerms(catalogue, r, out);
}

void resolveConversion(const Cluster& cluster, ResolvedScenario& r, Findings& out) {
    const auto missing = [&](const char* field, const char* pattern) {
        out.add(finding(Severity::Warning, "currency.incomplete", field,
                        {pattern, {cluster.currency}}));
    };
    if (cluster.currency.empty()) {
        if (out.remarks() && (cluster.exchangeRate || !cluster.exchangeDate.empty())) {
            out.add(finding(Severity::Info, "currency.unused", "currency",
                            {translatable("core", "An exchange rate or its date is given, but no "
                                                  "second currency: it is not used."),
                             {}}));
        }
        return;
    }
    const bool dated = isDate(cluster.exchangeDate);
    const bool known = std::ranges::find(currencies, cluster.currency, &Currency::code) !=
                       std::ranges::end(currencies);
    if (!known) {
        missing("currency", translatable("core", "{0} is no currency code of ISO 4217: the cost is "
                                                 "shown in USD alone."));
    }
    if (!cluster.exchangeRate) {
        missing("exchange_rate", translatable("core", "The cost is not shown in {0}: the exchange "
                                                      "rate, its units per USD, is not given."));
    }
    if (!dated) {
        missing("exchange_date", translatable("core", "The cost is not shown in {0}: the day of "
                                                      "the exchange rate is not given."));
    }
    if (known && cluster.exchangeRate && dated) {
        r.conversion = {cluster.currency, *cluster.exchangeRate, cluster.exchangeDate};
    }
}

} // namespace

void resolvePrice(const Cluster& cluster,
                  const Catalogue& catalogue,
                  ResolvedScenario& r,
                  Findings& out) {
    r.pricePlan = cluster.pricePlan;
    if (cluster.pricePlan == PricePlan::Own) {
        resolveOwnPrice(cluster, r, out);
    } else {
        resolveListPrice(cluster, catalogue, r, out);
    }
    resolveConversion(cluster, r, out);
}

} // namespace roofplan

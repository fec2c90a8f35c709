// Rules for what instances cost.
#include "core/catalogue/check_rules.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace roofplan {

namespace {

constexpr double secondsAnHour = 3600.0;
constexpr double leastPerGpuHour = 0.1; ///< USD, below which nobody sold a GPU
constexpr double mostPerGpuHour = 200.0;
constexpr double mostDiscounted = 1.5; ///< of the price on demand: some regions price blocks higher

double perHour(const InstancePrice& price) {
    return price.perInstance.value.base() * secondsAnHour;
}

void checkPerGpu(const Catalogue& catalogue, const InstancePrice& price, Diagnostics& findings) {
    const InstanceType* const instance = findEntry(catalogue.instances, price.instance);
    const double gpus = instance == nullptr ? 1.0 : instance->gpus.value;
    const double dollars = perHour(price) / gpus;
    if (dollars < leastPerGpuHour || dollars > mostPerGpuHour) {
        findings.push_back(implausible(
            "check.price", catalogue.fact(price.perInstance.fact),
            {translatable("core",
                          "A GPU-hour of {0} in {1} costs {2} USD; plausible: {3} to {4}. Is "
                          "it per GPU or per instance?"),
             {price.instance, price.region, exactText(dollars), exactText(leastPerGpuHour),
              exactText(mostPerGpuHour)}}));
    }
}

/// What is cheaper by its nature is not much dearer than the price on demand of the region.
void checkDiscount(const Catalogue& catalogue, const InstancePrice& price, Diagnostics& findings) {
    if (price.plan == PricePlan::OnDemand) {
        return;
    }
    const InstancePrice* const onDemand =
        findPrice(catalogue, price.instance, PricePlan::OnDemand, price.region);
    if (onDemand != nullptr && perHour(price) > mostDiscounted * perHour(*onDemand)) {
        const Fact& fact = catalogue.fact(price.perInstance.fact);
        findings.push_back(implausible(
            "check.discount", fact,
            {translatable("core",
                          "{0} of {1} in {2} is {3}, more than 1.5 times the price on demand "
                          "of {4}."),
             {fact.label, price.instance, price.region, shownValue(fact),
              shownValue(catalogue.fact(onDemand->perInstance.fact))}}));
    }
}

/// The newest date of a price that is not mistyped.
int newestDay(const Catalogue& catalogue) {
    const int last = lastPlausibleDay(catalogue);
    int newest = 0;
    for (const InstancePrice& price : catalogue.prices) {
        const int day = dayNumber(catalogue.fact(price.perInstance.fact).source.date);
        newest = day <= last ? std::max(newest, day) : newest;
    }
    return newest;
}

/// Said once for all prices of an instance that are as old: lists hold dozens of regions.
void checkAges(const Catalogue& catalogue, Diagnostics& findings) {
    const int newest = newestDay(catalogue);
    std::map<std::pair<std::string, std::string>, std::vector<const InstancePrice*>> old;
    for (const InstancePrice& price : catalogue.prices) {
        const std::string& date = catalogue.fact(price.perInstance.fact).source.date;
        if (newest - dayNumber(date) > daysOfAYear) {
            old[{price.instance, date}].push_back(&price);
        }
    }
    for (const auto& [list, prices] : old) {
        const InstancePrice& first = *prices.front();
        const char* const pattern =
            prices.size() == 1
                ? translatable("core", "The price of {0} in {1} is of {2}, more than a year before "
                                       "the newest one.")
                : translatable("core", "{3} prices of {0}, the first of them in {1}, are of {2}, "
                                       "more than a year before the newest one.");
        Diagnostic aged = implausible(
            "check.price_date", catalogue.fact(first.perInstance.fact),
            {pattern, {list.first, first.region, list.second, std::to_string(prices.size())}});
        aged.severity = Severity::Info; // true of the price, and no mistake in the file
        findings.push_back(std::move(aged));
    }
}

/// What can be rented by itself and has no price: nothing is wrong, but no run on it has a cost.
void checkUnpriced(const Catalogue& catalogue, Diagnostics& findings) {
    std::string unpriced;
    for (const InstanceType& instance : catalogue.instances) {
        const bool priced = std::ranges::find(catalogue.prices, instance.id,
                                              &InstancePrice::instance) != catalogue.prices.end();
        if (!priced && instance.soldIn.empty()) {
            unpriced += (unpriced.empty() ? "" : ", ") + instance.id;
        }
    }
    if (!unpriced.empty()) {
        findings.push_back({.severity = Severity::Info,
                            .code = "check.unpriced",
                            .place = "prices",
                            .text = {translatable("core", "No price is known of {0}."), {unpriced}},
                            .hint = {}});
    }
}

} // namespace

void checkPrices(const Catalogue& catalogue, Diagnostics& findings) {
    for (const InstancePrice& price : catalogue.prices) {
        checkPerGpu(catalogue, price, findings);
        checkDiscount(catalogue, price, findings);
    }
    checkAges(catalogue, findings);
    checkUnpriced(catalogue, findings);
}

} // namespace roofplan

// Rules for the limits, steps and prices of storage tiers.
#include "core/catalogue/check_rules.h"
#include "core/units/quantity_text.h"

#include <cmath>
#include <optional>

namespace roofplan {

namespace {

constexpr double secondsAMonth = 730.0 * 3600.0;
constexpr double bytesAGigabyte = 1e9;
constexpr double leastPerMonth = 0.0005; ///< USD a GB-month
constexpr double mostPerMonth = 5.0;
constexpr double rounding = 1e-9;

template <typename Q>
using Figure = std::optional<Sourced<Q>>;

/// Two figures of a tier that the other way round would contradict each other.
template <typename Q>
void checkOrder(const Catalogue& catalogue,
                const Figure<Q>& less,
                const Figure<Q>& more,
                Diagnostics& findings) {
    if (less && more && less->value > more->value) {
        const Fact& low = catalogue.fact(less->fact);
        const Fact& high = catalogue.fact(more->fact);
        findings.push_back(
            implausible("check.limits", low,
                        {translatable("core", "{1} of {0} ({2}) is above {3} ({4})."),
                         {low.entry, low.label, shownValue(low), high.label, shownValue(high)}}));
    }
}

bool isWhole(double steps) {
    return std::abs(steps - std::round(steps)) <= rounding * steps;
}

/// The least size may be a part of a step: FSx starts at 1.2 TiB and goes on in steps of 2.4.
template <typename Q>
void checkMultiple(const Catalogue& catalogue,
                   const Figure<Q>& size,
                   const Figure<Q>& step,
                   Diagnostics& findings) {
    if (!size || !step) {
        return;
    }
    const double steps = size->value / step->value;
    if (!isWhole(steps) && !isWhole(1.0 / steps)) {
        const Fact& fact = catalogue.fact(size->fact);
        findings.push_back(implausible(
            "check.steps", fact,
            {translatable("core", "{1} of {0} ({2}) is no multiple of the step ({3})."),
             {fact.entry, fact.label, shownValue(fact), shownValue(catalogue.fact(step->fact))}}));
    }
}

void checkLimits(const Catalogue& catalogue, const StorageTier& tier, Diagnostics& findings) {
    const auto order = [&](const auto& less, const auto& more) {
        checkOrder(catalogue, less, more, findings);
    };
    order(tier.capacityLeast, tier.capacityMost);
    order(tier.capacityLeast, tier.efaCapacityStep);
    order(tier.throughputLeast, tier.throughputMost);
    order(tier.throughputDefault, tier.throughputMost);
    order(tier.operationsDefault, tier.operationsMost);
    order(tier.metadataLeast, tier.metadataMost);
    order(tier.cacheLeastPerStep, tier.cacheMostPerStep);
    order(tier.secondPriceFrom, tier.thirdPriceFrom);
    order(tier.network, tier.networkBurst);
    order(tier.diskRead, tier.diskReadBurst);
    order(tier.diskWrite, tier.diskWriteBurst);
    order(tier.ssdCacheNetwork, tier.ssdCacheNetworkBurst);
    order(tier.clientEna, tier.clientEfa);
    order(tier.clientEfa, tier.clientEfaGds);
}

void checkSteps(const Catalogue& catalogue, const StorageTier& tier, Diagnostics& findings) {
    const auto multiple = [&](const auto& size, const auto& step) {
        checkMultiple(catalogue, size, step, findings);
    };
    multiple(tier.capacityLeast, tier.capacityStep);
    multiple(tier.throughputLeast, tier.throughputStep);
    multiple(tier.throughputMost, tier.throughputStep);
    multiple(tier.metadataMost, tier.metadataStep);
}

void checkCapacityPrice(const Catalogue& catalogue,
                        const StoragePrices& prices,
                        Diagnostics& findings) {
    if (!prices.capacity) {
        return;
    }
    const double month = prices.capacity->value.base() * secondsAMonth * bytesAGigabyte;
    if (month < leastPerMonth || month > mostPerMonth) {
        const Fact& fact = catalogue.fact(prices.capacity->fact);
        findings.push_back(implausible(
            "check.price", fact,
            {translatable("core", "A GB-month of {0} in {1} costs {2} USD; plausible: {3} to {4}."),
             {fact.entry, prices.region, exactText(month), exactText(leastPerMonth),
              exactText(mostPerMonth)}}));
    }
}

/// The more is kept, the less the next byte costs.
void checkPrices(const Catalogue& catalogue, const StorageTier& tier, Diagnostics& findings) {
    for (const StoragePrices& prices : tier.prices) {
        checkCapacityPrice(catalogue, prices, findings);
        checkOrder(catalogue, prices.capacitySecond, prices.capacity, findings);
        checkOrder(catalogue, prices.capacityThird, prices.capacitySecond, findings);
    }
}

} // namespace

void checkStorage(const Catalogue& catalogue, Diagnostics& findings) {
    for (const StorageTier& tier : catalogue.storageTiers) {
        checkLimits(catalogue, tier, findings);
        checkSteps(catalogue, tier, findings);
        checkPrices(catalogue, tier, findings);
    }
}

} // namespace roofplan

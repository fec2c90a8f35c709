#include "core/catalogue/purchase_rules.h"

#include "core/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofplan {

namespace {

/// Of a step: less than a second of a day is the noise of the sums that led to a run's time.
constexpr double noise = 1e-9;

/// How many `part`s are needed for `whole`, at least one; what exceeds a whole number by noise does
/// not count.
double partsNeeded(Seconds whole, Seconds part) {
    return std::max(std::ceil(whole / part - noise), 1.0);
}

/// `time` rounded up to a duration that can be bought.
Seconds roundedUp(const PurchaseRules& rules, Seconds time) {
    const Seconds inShortSteps = rules.shortStep.value * partsNeeded(time, rules.shortStep.value);
    if (inShortSteps <= rules.shortMost.value) {
        return inShortSteps;
    }
    return std::min(rules.longStep.value * partsNeeded(time, rules.longStep.value),
                    rules.longest.value);
}

bool isMultiple(Seconds whole, Seconds part) {
    const double parts = whole / part;
    return parts >= 1.0 && std::abs(parts - std::round(parts)) < noise;
}

Diagnostic contradiction(const std::string& place, Text text) {
    return {.code = "spec.rules", .place = place, .text = std::move(text)};
}

std::string shown(const Sourced<Seconds>& time) {
    return quantityText(time.value.base(), UnitKind::Time);
}

} // namespace

Diagnostics checkPurchaseRules(const PurchaseRules& rules, const std::string& place) {
    Diagnostics findings;
    const auto multiple = [&](const Sourced<Seconds>& most, const Sourced<Seconds>& step) {
        if (!isMultiple(most.value, step.value)) {
            findings.push_back(contradiction(
                place, {translatable("core", "The duration {0} is no multiple of its step {1}."),
                        {shown(most), shown(step)}}));
        }
    };
    multiple(rules.shortMost, rules.shortStep);
    multiple(rules.longest, rules.longStep);
    if (rules.longest.value < rules.shortMost.value) {
        findings.push_back(contradiction(
            place, {translatable("core", "The longest duration {0} is below the longest short one, "
                                         "{1}."),
                    {shown(rules.longest), shown(rules.shortMost)}}));
    }
    for (const Sourced<Seconds>& lost : {rules.stopsEarly, rules.ultraServersStopEarly}) {
        if (lost.value >= rules.shortStep.value) {
            findings.push_back(contradiction(
                place, {translatable("core", "Stopping {0} before the end leaves nothing of the "
                                             "shortest purchase, {1}."),
                        {shown(lost), shown(rules.shortStep)}}));
        }
    }
    return findings;
}

PurchasedTime purchasedTime(const PurchaseRules& rules, Seconds run, bool ultraServer) {
    const Seconds lost = ultraServer ? rules.ultraServersStopEarly.value : rules.stopsEarly.value;
    const Seconds longest = rules.longest.value;
    const Seconds usable = longest - lost;
    if (run.base() <= 0.0) {
        return {.paid = Seconds(), .purchases = 0.0};
    }
    if (!std::isfinite(run.base()) || usable.base() <= 0.0) {
        // Endless, or not a number: so is what it takes.
        return {.paid = run * std::numeric_limits<double>::infinity(),
                .purchases = run.base() * std::numeric_limits<double>::infinity()};
    }
    const double purchases = partsNeeded(run, usable);
    // Held between its ends: at astronomical times the difference is all rounding.
    const Seconds last = std::clamp(run - usable * (purchases - 1.0), Seconds(), usable);
    return {.paid = longest * (purchases - 1.0) + roundedUp(rules, last + lost),
            .purchases = purchases};
}

} // namespace roofplan

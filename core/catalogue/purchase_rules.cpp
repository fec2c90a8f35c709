#include "core/catalogue/purchase_rules.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

/// `time` rounded up to a duration that can be bought.
Seconds roundedUp(const PurchaseRules& rules, Seconds time) {
    const bool isShort = time <= rules.shortMost.value;
    const Seconds step = isShort ? rules.shortStep.value : rules.longStep.value;
    return std::min(step * std::ceil(time / step), rules.longest.value);
}

} // namespace

PurchasedTime purchasedTime(const PurchaseRules& rules, Seconds run, bool ultraServer) {
    const Seconds lost = ultraServer ? rules.ultraServersStopEarly.value : rules.stopsEarly.value;
    const Seconds usable = rules.longest.value - lost;
    const double full = std::floor(run / usable);
    const Seconds rest = run - usable * full;
    const bool more = rest.base() > 0.0 || full == 0.0;
    return {.paid = rules.longest.value * full + (more ? roundedUp(rules, rest + lost) : Seconds()),
            .purchases = full + (more ? 1.0 : 0.0)};
}

} // namespace roofplan

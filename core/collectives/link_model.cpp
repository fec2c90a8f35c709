#include "core/collectives/link_model.h"

#include <cmath>

namespace roofplan {

Seconds filledTime(Seconds latency, Seconds wire, Seconds fill, double share) {
    const double x = wire.base();
    const double s = fill.base();
    if (x <= 0.0) {
        return latency;
    }
    // The square root is the common case and much cheaper than the power.
    const double third = share == fillShareInDomain ? std::sqrt(s * x) : x * std::pow(s / x, share);
    return latency + wire + Seconds(third);
}

} // namespace roofplan

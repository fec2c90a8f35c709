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

void addNicRate(Derivation& derivation, const Links& links) {
    derivation.add(Symbol::NicBandwidth, links.usableNic().base());
    derivation.add(links.nicFact);
    derivation.add(links.network->usableFraction.fact);
    if (links.oversubscription != 1.0) {
        derivation.add(Symbol::NicRate, links.nic.base() * links.oversubscription);
        derivation.add(Symbol::UsableShare, links.network->usableFraction.value);
        derivation.add(Symbol::Oversubscription, links.oversubscription);
        derivation.add(links.oversubscriptionFact);
    }
}

} // namespace roofplan

#include "core/collectives/point_to_point.h"

namespace roofplan {

CollectiveCost sendReceive(Bytes message, bool overNetwork, const Links& links) {
    const NvlinkFabric& nvlink = *links.nvlink;
    CollectiveCost cost;
    cost.formula = Formula::SendReceive;
    if (overNetwork) {
        cost.latency = nvlink.baseLatency.value + links.network->hopLatency.value;
        cost.wire = message / links.usableNic();
        cost.fill = links.network->fill.value;
        cost.network = message;
        cost.bound = Bound::Network;
        cost.time = filledTime(cost.latency, cost.wire, cost.fill, fillShareAcross);
    } else {
        cost.latency = nvlink.baseLatency.value;
        cost.wire = message / (nvlink.pairBandwidth.value * links.nvlinkScale);
        cost.fill = nvlink.pairFill.value;
        cost.nvlink = message;
        cost.bound = Bound::Nvlink;
        cost.time = filledTime(cost.latency, cost.wire, cost.fill, fillShareInDomain);
    }
    return cost;
}

Derivation
deriveSendReceive(const CollectiveCost& cost, Bytes message, bool overNetwork, const Links& links) {
    Derivation d(Formula::SendReceive,
                 {{Symbol::MessageBytes, message.base()},
                  {Symbol::Latency, cost.latency.base()},
                  {Symbol::Wire, cost.wire.base()},
                  {Symbol::Fill, cost.fill.base()},
                  {Symbol::Time, cost.time.base()}},
                 {links.nvlink->baseLatency.fact});
    if (overNetwork) {
        addNicRate(d, links);
        d.add(links.network->hopLatency.fact);
        d.add(links.network->fill.fact);
    } else {
        d.add(Symbol::LinkBandwidth,
              (links.nvlink->pairBandwidth.value * links.nvlinkScale).base());
        d.add(links.nvlink->pairBandwidth.fact);
        d.add(links.nvlink->pairFill.fact);
    }
    return d;
}

} // namespace roofplan

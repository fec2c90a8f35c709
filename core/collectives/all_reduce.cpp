#include "core/collectives/all_reduce.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

// Form constants of the collective curves, fitted together with the constants of specs/fabrics.

/// Local copy and reduce step of a ring, in buffers of S/n.
constexpr double localStep = 0.48;
/// Hierarchical gathers keep more channels busy inside the node than a single ring.
constexpr double hierarchicalGain = 1.2;
constexpr std::int64_t fewestForSwitchReduction = 5;

struct Sizes {
    double n;
    double domains;
    double perDomain;
    double factor; ///< (n−1)/n

    explicit Sizes(const Placement& group)
        : n(static_cast<double>(group.ranks)),
          domains(static_cast<double>(group.domains)),
          perDomain(static_cast<double>(group.perDomain)),
          factor((n - 1.0) / n) {}
};

/// What a GPU passes on inside its domain of what it takes part in: the rest crosses on its rail.
double insideShare(const Sizes& size) {
    return (size.perDomain - 1.0) / size.perDomain;
}

Bandwidth ringBandwidth(const Links& links) {
    return links.nvlink->ringBandwidth.value * links.nvlinkScale;
}

CollectiveCost finish(CollectiveCost cost, double share) {
    cost.time = filledTime(cost.latency, cost.wire, cost.fill, share);
    if (cost.latency > cost.time - cost.latency) {
        cost.bound = Bound::Latency;
    }
    return cost;
}

CollectiveCost ringInDomain(Bytes buffer, const Sizes& size, double passes, const Links& links) {
    const NvlinkFabric& nvlink = *links.nvlink;
    CollectiveCost cost;
    cost.formula = passes > 1.0 ? Formula::RingAllReduce : Formula::RingReduceScatter;
    cost.latency = nvlink.baseLatency.value + nvlink.stepLatency.value * (passes * (size.n - 1.0));
    cost.wire =
        (buffer * (passes * size.factor) + buffer * (localStep / size.n)) / ringBandwidth(links);
    cost.fill = nvlink.fill.value;
    cost.nvlink = buffer * (passes * size.factor);
    return finish(cost, fillShareInDomain);
}

CollectiveCost switchAllReduce(Bytes buffer, const Sizes& size, const Links& links) {
    const SwitchReduction& reduction = *links.nvlink->switchReduction;
    CollectiveCost cost;
    cost.formula = Formula::SwitchAllReduce;
    cost.latency = links.nvlink->baseLatency.value + reduction.startup.value;
    cost.wire = buffer / (reduction.bandwidth.value * links.nvlinkScale);
    cost.fill = reduction.fill.value * size.n;
    cost.nvlink = buffer;
    return finish(cost, fillShareInDomain);
}

CollectiveCost ringAcross(Bytes buffer, const Sizes& size, const Links& links) {
    const NvlinkFabric& nvlink = *links.nvlink;
    const Bytes moved = buffer * (2.0 * size.factor);
    const Seconds inside = (moved + buffer * (localStep / size.n)) / ringBandwidth(links);
    const Seconds outside = moved / (links.usableNic() * size.perDomain);
    CollectiveCost cost;
    cost.formula = Formula::RingAllReduce;
    cost.latency = nvlink.baseLatency.value +
                   nvlink.stepLatency.value * (2.0 * (size.n - size.domains)) +
                   links.network->hopLatency.value * (2.0 * size.domains);
    cost.wire = std::max(inside, outside);
    cost.fill = links.network->fill.value;
    cost.nvlink = moved * insideShare(size);
    cost.network = moved / size.perDomain;
    cost.bound = outside >= inside ? Bound::Network : Bound::Nvlink;
    return finish(cost, fillShareAcross);
}

CollectiveCost treeAcross(Bytes buffer, const Sizes& size, const Links& links) {
    const NvlinkFabric& nvlink = *links.nvlink;
    const bool reduces =
        nvlink.switchReduction && size.perDomain >= static_cast<double>(fewestForSwitchReduction);
    const Seconds inside =
        reduces ? buffer / (nvlink.switchReduction->bandwidth.value * links.nvlinkScale)
                : buffer * (2.0 * (size.perDomain - 1.0) / size.perDomain) / ringBandwidth(links);
    const double crossings = size.domains > 2.0 ? 2.0 : 1.0;
    const Seconds outside = buffer * crossings / (links.usableNic() * size.perDomain);
    CollectiveCost cost;
    cost.formula = Formula::TreeAllReduce;
    cost.latency = nvlink.baseLatency.value +
                   nvlink.stepLatency.value * (2.0 * (size.perDomain - 1.0)) +
                   links.network->hopLatency.value * (2.0 * std::ceil(std::log2(size.domains)));
    cost.wire = std::max(inside, outside);
    cost.fill = links.network->fill.value;
    cost.nvlink = reduces ? buffer : buffer * (2.0 * insideShare(size));
    cost.network = buffer * crossings / size.perDomain;
    cost.bound = outside >= inside ? Bound::Network : Bound::Nvlink;
    return finish(cost, fillShareAcross);
}

CollectiveCost hierarchicalGather(Bytes buffer, const Sizes& size, const Links& links) {
    const NvlinkFabric& nvlink = *links.nvlink;
    const Bytes moved = buffer * size.factor;
    const Seconds inside =
        size.perDomain > 1.0 ? moved / (ringBandwidth(links) * hierarchicalGain) : Seconds();
    const Seconds outside = moved / (links.usableNic() * size.perDomain);
    CollectiveCost cost;
    cost.formula = Formula::HierarchicalGather;
    cost.latency = nvlink.baseLatency.value + nvlink.stepLatency.value * (size.perDomain - 1.0) +
                   links.network->hopLatency.value * std::ceil(std::log2(size.domains));
    cost.wire = std::max(inside, outside);
    cost.fill = links.network->fill.value;
    cost.nvlink = moved * insideShare(size);
    cost.network = moved / size.perDomain;
    cost.bound = outside >= inside ? Bound::Network : Bound::Nvlink;
    return finish(cost, fillShareAcross);
}

const CollectiveCost& faster(const CollectiveCost& a, const CollectiveCost& b) {
    return b.time < a.time ? b : a;
}

} // namespace

CollectiveCost allReduce(Bytes buffer, const Placement& group, const Links& links) {
    if (group.ranks <= 1) {
        return {};
    }
    const Sizes size(group);
    if (group.domains > 1) {
        return faster(ringAcross(buffer, size, links), treeAcross(buffer, size, links));
    }
    const CollectiveCost ring = ringInDomain(buffer, size, 2.0, links);
    if (!links.nvlink->switchReduction || group.ranks < fewestForSwitchReduction) {
        return ring;
    }
    return faster(ring, switchAllReduce(buffer, size, links));
}

CollectiveCost ringAllReduce(Bytes buffer, const Placement& group, const Links& links) {
    if (group.ranks <= 1) {
        return {};
    }
    const Sizes size(group);
    return group.domains > 1 ? ringAcross(buffer, size, links)
                             : ringInDomain(buffer, size, 2.0, links);
}

CollectiveCost gatherOrScatter(Bytes buffer, const Placement& group, const Links& links) {
    if (group.ranks <= 1) {
        return {};
    }
    const Sizes size(group);
    return group.domains > 1 ? hierarchicalGather(buffer, size, links)
                             : ringInDomain(buffer, size, 1.0, links);
}

namespace {

bool usesSwitch(const CollectiveCost& cost, const Placement& group, const Links& links) {
    return links.nvlink->switchReduction && (cost.formula == Formula::SwitchAllReduce ||
                                             (cost.formula == Formula::TreeAllReduce &&
                                              group.perDomain >= fewestForSwitchReduction));
}

void addNvlink(Derivation& d, const CollectiveCost& cost, const Placement& group, const Links& l) {
    d.add(l.nvlink->baseLatency.fact);
    if (usesSwitch(cost, group, l)) {
        const SwitchReduction& reduction = *l.nvlink->switchReduction;
        d.add(Symbol::LinkBandwidth, (reduction.bandwidth.value * l.nvlinkScale).base());
        d.add(reduction.bandwidth.fact);
        d.add(reduction.startup.fact);
        d.add(reduction.fill.fact);
    } else if (group.perDomain > 1) {
        d.add(Symbol::LinkBandwidth, ringBandwidth(l).base());
        d.add(l.nvlink->ringBandwidth.fact);
    }
    if (cost.formula != Formula::SwitchAllReduce && group.perDomain > 1) {
        d.add(l.nvlink->stepLatency.fact);
    }
    if (cost.formula != Formula::SwitchAllReduce && group.domains == 1) {
        d.add(l.nvlink->fill.fact);
    }
}

void addNetwork(Derivation& d, const Links& links) {
    addNicRate(d, links);
    d.add(links.network->hopLatency.fact);
    d.add(links.network->fill.fact);
}

} // namespace

Derivation deriveCollective(const CollectiveCost& cost,
                            Bytes buffer,
                            const Placement& group,
                            const Links& links) {
    Derivation d(cost.formula,
                 {{Symbol::MessageBytes, buffer.base()},
                  {Symbol::Ranks, static_cast<double>(group.ranks)},
                  {Symbol::Domains, static_cast<double>(group.domains)},
                  {Symbol::RanksPerDomain, static_cast<double>(group.perDomain)}},
                 {});
    addNvlink(d, cost, group, links);
    if (group.domains > 1) {
        addNetwork(d, links);
    }
    d.add(Symbol::Latency, cost.latency.base());
    d.add(Symbol::Wire, cost.wire.base());
    d.add(Symbol::Fill, cost.fill.base());
    d.add(Symbol::Time, cost.time.base());
    return d;
}

} // namespace roofplan

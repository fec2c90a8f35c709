#include "core/collectives/all_to_all.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

constexpr double secondsPerRemoteRank = 0.5e-6;
constexpr double fillShareOfNetwork = 0.3;
/// Copy of a rank's own part, which overlaps in part with what it sends.
constexpr double localCopy = 0.48;

double remoteRanks(const Placement& group) {
    return static_cast<double>(group.ranks - group.perDomain);
}

} // namespace

AllToAllBytes evenAllToAll(Bytes buffer, const Placement& group) {
    const auto ranks = static_cast<double>(group.ranks);
    return {.inside = buffer * (static_cast<double>(group.perDomain - 1) / ranks),
            .outside = buffer * (remoteRanks(group) / ranks)};
}

double expectedDestinations(double places, double choices) {
    return places <= 1.0 ? places : places * (1.0 - std::pow(1.0 - 1.0 / places, choices));
}

AllToAllBytes dispatchBytes(Bytes tokens,
                            double choices,
                            DispatchCopies copies,
                            double mostDomains,
                            const Placement& group) {
    const auto ranks = static_cast<double>(group.ranks);
    const auto domains = static_cast<double>(group.domains);
    if (group.ranks <= 1) {
        return {};
    }
    if (copies == DispatchCopies::PerExpert) {
        return evenAllToAll(tokens * choices, group);
    }
    const double reached = expectedDestinations(ranks, choices);
    if (group.domains <= 1) {
        return evenAllToAll(tokens * reached, group);
    }
    double visited = expectedDestinations(domains, choices);
    if (mostDomains > 0.0) {
        visited = std::min(visited, mostDomains);
    }
    // What arrives in a domain is passed on to its ranks over NVLink: as much as this rank's own
    // tokens cause in all domains together.
    return {.inside = tokens * (reached * (ranks - 1.0) / ranks),
            .outside = tokens * (visited * (domains - 1.0) / domains)};
}

CollectiveCost allToAll(const AllToAllBytes& bytes, const Placement& group, const Links& links) {
    CollectiveCost cost;
    if (group.ranks <= 1) {
        return cost;
    }
    const NvlinkFabric& nvlink = *links.nvlink;
    cost.nvlink = bytes.inside;
    cost.network = bytes.outside;
    cost.latency = nvlink.baseLatency.value + nvlink.pairLatency.value;
    const Seconds inside = bytes.inside / (nvlink.pairBandwidth.value * links.nvlinkScale);
    if (group.domains <= 1) {
        cost.formula = Formula::AllToAllInDomain;
        cost.wire = inside;
        cost.fill = nvlink.pairFill.value;
        cost.bound = Bound::Nvlink;
        cost.time = filledTime(cost.latency, cost.wire, cost.fill, fillShareInDomain);
        return cost;
    }
    const Seconds outside = bytes.outside / links.usableNic();
    cost.formula = Formula::AllToAllAcross;
    cost.latency +=
        links.network->hopLatency.value * 2.0 + Seconds(secondsPerRemoteRank * remoteRanks(group));
    cost.wire = std::max(inside, outside);
    cost.fill = links.network->fill.value * fillShareOfNetwork;
    cost.bound = outside >= inside ? Bound::Network : Bound::Nvlink;
    cost.time = filledTime(cost.latency, cost.wire, cost.fill, fillShareAcross);
    return cost;
}

CollectiveCost allToAll(Bytes buffer, const Placement& group, const Links& links) {
    AllToAllBytes bytes = evenAllToAll(buffer, group);
    const Bytes own = buffer * (1.0 / static_cast<double>(group.ranks));
    bytes.inside = bytes.inside + own * (group.domains > 1 ? 1.0 : localCopy);
    return allToAll(bytes, group, links);
}

Derivation deriveAllToAll(const CollectiveCost& cost,
                          const AllToAllBytes& bytes,
                          const Placement& group,
                          const Links& links) {
    const NvlinkFabric& nvlink = *links.nvlink;
    Derivation d(cost.formula,
                 {{Symbol::InsideBytes, bytes.inside.base()},
                  {Symbol::LinkBandwidth, (nvlink.pairBandwidth.value * links.nvlinkScale).base()},
                  {Symbol::Ranks, static_cast<double>(group.ranks)},
                  {Symbol::RanksPerDomain, static_cast<double>(group.perDomain)},
                  {Symbol::Latency, cost.latency.base()},
                  {Symbol::Wire, cost.wire.base()},
                  {Symbol::Fill, cost.fill.base()},
                  {Symbol::Time, cost.time.base()}},
                 {nvlink.baseLatency.fact, nvlink.pairLatency.fact, nvlink.pairBandwidth.fact});
    if (group.domains <= 1) {
        d.add(nvlink.pairFill.fact);
        return d;
    }
    d.add(Symbol::OutsideBytes, bytes.outside.base());
    addNicRate(d, links);
    d.add(links.network->hopLatency.fact);
    d.add(links.network->fill.fact);
    return d;
}

} // namespace roofplan

#include "core/sweep/roofline_plane.h"

#include <algorithm>

namespace roofplan {

namespace {

const Ceiling* ceilingOf(const Result& result, Bound tier) {
    const auto found = std::ranges::find(result.ceilings, tier, &Ceiling::tier);
    return found == result.ceilings.end() ? nullptr : &*found;
}

/// FLOPs and bytes of every term with all below it. Parents stand before their children.
struct Sums {
    explicit Sums(const Result& result, Bound tier)
        : flops(result.terms.size()), hbm(result.terms.size()), network(result.terms.size()) {
        for (std::size_t i = result.terms.size(); i-- > 0;) {
            const Term& term = result.terms[i];
            flops[i] += term.flops.base();
            hbm[i] += term.hbm.base();
            network[i] += (tier == Bound::Nvlink ? term.nvlink : term.network).base();
            if (term.parent >= 0) {
                const auto parent = static_cast<std::size_t>(term.parent);
                flops[parent] += flops[i];
                hbm[parent] += hbm[i];
                network[parent] += network[i];
            }
        }
    }

    std::vector<double> flops;
    std::vector<double> hbm;
    std::vector<double> network;
};

PlanePoint pointOf(const RooflinePlane& plane, const Sums& sums, std::size_t term) {
    PlanePoint point{.term = term,
                     .flops = sums.flops[term],
                     .hbm = sums.hbm[term],
                     .network = sums.network[term]};
    point.arithmeticIntensity = point.flops / point.hbm;
    const bool aboveCorner = point.arithmeticIntensity >= plane.datasheet.cornerY();
    point.bound = aboveCorner ? Bound::Compute : Bound::Hbm;
    if (point.network > 0.0) {
        point.memoryIntensity = point.hbm / point.network;
        const Bound region =
            plane.datasheet.region(*point.memoryIntensity, point.arithmeticIntensity);
        point.bound = region == Bound::Network ? plane.tier : region;
    }
    return point;
}

} // namespace

Bound PlaneRates::region(double x, double y) const {
    const bool networkBeforeHbm = x < cornerX();
    const bool networkBeforeCompute = x * y < hyperbola();
    if (networkBeforeHbm && networkBeforeCompute) {
        return Bound::Network;
    }
    return y < cornerY() ? Bound::Hbm : Bound::Compute;
}

double PlaneRates::attained(double x, double y) const {
    return std::min({compute, hbm * y, network * x * y});
}

std::vector<RooflinePlane> rooflinePlanes(const Result& result) {
    const Ceiling* compute = ceilingOf(result, Bound::Compute);
    const Ceiling* hbm = ceilingOf(result, Bound::Hbm);
    std::vector<RooflinePlane> planes;
    for (const Bound tier : {Bound::Nvlink, Bound::Network}) {
        const Ceiling* network = ceilingOf(result, tier);
        if (compute == nullptr || hbm == nullptr || network == nullptr || result.terms.empty()) {
            continue;
        }
        RooflinePlane plane{
            .tier = tier,
            .datasheet = {compute->datasheet, hbm->datasheet, network->datasheet},
            .achievable = {compute->achievable, hbm->achievable, network->achievable},
            .points = {}};
        const Sums sums(result, tier);
        for (std::size_t term = 0; term < result.terms.size(); ++term) {
            if (sums.flops[term] > 0.0 && sums.hbm[term] > 0.0) {
                plane.points.push_back(pointOf(plane, sums, term));
            }
        }
        planes.push_back(std::move(plane));
    }
    return planes;
}

} // namespace roofplan

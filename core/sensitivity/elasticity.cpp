#include "core/sensitivity/elasticity.h"

#include "core/evaluate/evaluate.h"
#include "core/sensitivity/uncertainty.h"

#include <array>

namespace roofplan {

namespace {

constexpr std::array<double, 3> factors{1.1, 2.0, 0.5};

struct Resource {
    Bound bound;
    double ResourceScale::*scale;
};

constexpr std::array<Resource, 4> resources{{
    {Bound::Compute, &ResourceScale::compute},
    {Bound::Hbm, &ResourceScale::hbm},
    {Bound::Nvlink, &ResourceScale::nvlink},
    {Bound::Network, &ResourceScale::network},
}};

} // namespace

Expected<Result> evaluateWithMoves(const Scenario& scenario, const Catalogue& catalogue) {
    Expected<Result> result = evaluate(scenario, catalogue, Detail::Terms);
    if (!result) {
        return result;
    }
    Expected<ResolvedScenario> resolved = resolve(scenario, catalogue);
    if (!resolved) {
        return tl::unexpected(std::move(resolved.error()));
    }
    result->uncertainty = uncertaintyOf(*resolved, *result, catalogue);
    for (const Resource& resource : resources) {
        for (const double factor : factors) {
            resolved->scale = {};
            resolved->scale.*resource.scale = factor;
            const Seconds time = evaluateResolved(*resolved, Detail::Headline).headline.stepTime;
            result->moves.push_back({.resource = resource.bound,
                                     .factor = factor,
                                     .stepTimeRatio = time / result->headline.stepTime});
        }
    }
    return result;
}

} // namespace roofplan

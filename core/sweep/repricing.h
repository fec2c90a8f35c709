// A map under other prices: nothing is searched again.
#pragma once

#include "core/sweep/region_map.h"

namespace roofplan {

/// Whether `after` differs from `before` in prices alone (price plan, region, own price, discount)
/// and in the name. Both were made from catalogues that differ in prices at most.
[[nodiscard]] bool onlyPricesChanged(const SweepGrid& before, const SweepGrid& after);

/// The map of `grid`, of which `map` has all but the prices: what sweepMap() makes of it, billed
/// anew. `catalogue` outlives the call.
[[nodiscard]] RegionMap repriced(RegionMap map, SweepGrid grid, const Catalogue& catalogue);

} // namespace roofplan

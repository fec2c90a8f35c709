// How well a job scales: the same problem on more GPUs, or one that grows with them.
#pragma once

#include "core/sweep/region_map.h"

namespace roofplan {

enum class Scaling : std::uint8_t {
    Strong, ///< the global batch stays
    Weak,   ///< the global batch grows with the GPUs
};

/// A sweep over `sizes` (GPUs or instances) of `base`.
[[nodiscard]] SweepRequest
scalingRequest(Scenario base, AxisRequest sizes, Scaling scaling, PlanChoice plan);

/// GPUs of the scenario, doubled `doublings` times.
[[nodiscard]] AxisRequest
doubledSizes(const Scenario& base, std::int64_t doublings, const Catalogue& catalogue);

/// Tokens/s a GPU over those of the first cell of the row that fits; none where a cell does not.
/// Along columns, which are sizes. Of strong scaling that is t₁·N₁/(t·N), of weak scaling t₁/t.
[[nodiscard]] std::vector<std::optional<double>> scalingEfficiency(const RegionMap& map);

} // namespace roofplan

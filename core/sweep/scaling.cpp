#include "core/sweep/scaling.h"

#include <fmt/format.h>

#include <utility>

namespace roofplan {

SweepRequest scalingRequest(Scenario base, AxisRequest sizes, Scaling scaling, PlanChoice plan) {
    return {.base = std::move(base),
            .axes = {std::move(sizes)},
            .plan = plan,
            .batch = scaling == Scaling::Weak ? BatchRule::InProportion : BatchRule::Fixed};
}

AxisRequest doubledSizes(const Scenario& base, std::int64_t doublings, const Catalogue& catalogue) {
    double gpus = clusterGpus(base, catalogue);
    AxisList sizes;
    for (std::int64_t i = 0; i <= doublings; ++i) {
        sizes.push_back(fmt::format("{:.0f}", gpus));
        gpus *= 2.0;
    }
    return {.key = "gpus", .values = std::move(sizes)};
}

std::vector<std::optional<double>> scalingEfficiency(const RegionMap& map) {
    std::vector<std::optional<double>> efficiency;
    efficiency.reserve(map.cells.size());
    TokenRate first; // 0 until one fits
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        if (i % map.grid.columns() == 0) {
            first = {};
        }
        const MapCell& cell = map.cells[i];
        if (cell.state != CellState::Fits) {
            efficiency.emplace_back();
            continue;
        }
        first = first > TokenRate() ? first : cell.tokensPerSecondPerGpu;
        efficiency.emplace_back(cell.tokensPerSecondPerGpu / first);
    }
    return efficiency;
}

} // namespace roofplan

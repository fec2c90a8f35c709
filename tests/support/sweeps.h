// Sweeps that tests ask about.
#pragma once

#include "core/sweep/region_map.h"
#include "tests/support/shipped.h"

namespace roofplan::test {

inline AxisRequest
axisOver(const char* key, const char* from, const char* to, std::int64_t count, Spacing spacing) {
    return {.key = key,
            .values = AxisRange{.from = from, .to = to, .count = count, .spacing = spacing}};
}

inline AxisRequest axisOf(const char* key, AxisList values) {
    return {.key = key, .values = std::move(values)};
}

/// Fails the program where the request is refused.
inline SweepGrid gridOf(const SweepRequest& request,
                        const Catalogue& catalogue = shippedCatalogue()) {
    Expected<SweepGrid> grid = makeGrid(request, catalogue);
    if (!grid) {
        qFatal("%s", plainLine(grid.error().front()).c_str());
    }
    return *std::move(grid);
}

/// Llama 3.1 8B on a few p5en.48xlarge: quick to search.
inline Scenario smallScenario() {
    Scenario s;
    s.cluster = {.instance = "p5en.48xlarge", .instances = 2, .region = "us-east-2"};
    s.workload = {
        .model = "llama-3.1-8b", .tokens = Tokens(1e12), .sequenceLength = 4096, .globalBatch = 64};
    return s;
}

/// GPUs × global batch, searched at every point: some points have no plan.
inline SweepRequest smallMap(PlanChoice plan = PlanChoice::Best) {
    return {.base = smallScenario(),
            .axes = {axisOver("gpus", "8", "96", 8, Spacing::Logarithmic),
                     axisOver("global_batch", "1", "256", 9, Spacing::Logarithmic)},
            .plan = plan};
}

} // namespace roofplan::test

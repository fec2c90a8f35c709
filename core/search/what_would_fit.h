// Where no plan fits: what would have to be another.
#pragma once

#include "core/search/cluster_search.h"

#include <optional>
#include <vector>

namespace roofplan {

struct WhatWouldFit {
    std::optional<FoundPlan> unpinned;    ///< on the same cluster, with all fields of the plan free
    std::optional<FoundCluster> moreOfIt; ///< fewest instances of the type, on the ladder of sizes
    std::vector<FoundCluster> otherTypes; ///< of as many GPUs, the fastest first

    [[nodiscard]] bool empty() const { return !unpinned && !moreOfIt && otherTypes.empty(); }
};

/// For a scenario on whose cluster nothing fits. Up to 64 times as many instances are tried, and
/// up to three other types are named, with a price or without.
[[nodiscard]] WhatWouldFit
whatWouldFit(const Scenario& scenario, const Catalogue& catalogue, const SearchOptions& options);

} // namespace roofplan

// The best clusters for a run as text and JSON.
#pragma once

#include "app/cli/plan_answers.h"
#include "app/cli/search_flags.h"
#include "core/search/cluster_search.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace roofplan::cli {

/// A cluster with all that evaluate() says of its best plan.
struct ClusterAnswer {
    FoundCluster found;
    PlanAnswer plan;
};

struct ClusterAnswers {
    FoundClusters found;
    std::vector<ClusterAnswer> clusters;  ///< of `found`
    std::optional<ClusterAnswer> nearest; ///< where none keeps the limits
};

[[nodiscard]] ClusterAnswers
answeredClusters(const Scenario& scenario, const Catalogue& catalogue, FoundClusters found);

/// A table with a cluster a line, and which ones are no choice and why.
[[nodiscard]] std::string clustersText(const Scenario& scenario,
                                       const Catalogue& catalogue,
                                       const SearchRequest& request,
                                       const ClusterAnswers& answers);

[[nodiscard]] nlohmann::ordered_json clustersJson(const Scenario& scenario,
                                                  const Catalogue& catalogue,
                                                  const SearchRequest& request,
                                                  const ClusterAnswers& answers);

} // namespace roofplan::cli

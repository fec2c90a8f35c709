// Clusters to choose from: instance types in so many sizes.
#pragma once

#include "core/search/plan_space.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace roofplan {

/// Instance types and how many of them. Sizes count instances, UltraServers whole; nodes of a
/// custom cluster.
struct ClusterChoices {
    std::vector<std::string> types; ///< ids of the catalogue, or customInstance
    std::vector<std::int64_t> sizes;
    std::int64_t fewestGpus = 1;
    std::int64_t mostGpus = std::numeric_limits<std::int64_t>::max();
};

enum class SizeSteps {
    Every,  ///< every whole number
    Ladder, ///< 1, 2, 3, 4, 6, 8, 12 …: powers of two and three times such, and both ends
};

[[nodiscard]] std::vector<std::int64_t>
clusterSizes(std::int64_t from, std::int64_t to, SizeSteps steps);

/// Instance types that `cluster` could be of: those that can be had for themselves, and where
/// `priced`, that have a price under its plan in its region. In the order of the catalogue.
[[nodiscard]] std::vector<std::string>
candidateTypes(const Catalogue& catalogue, const Cluster& cluster, bool priced);

/// `scenario` on so many of `type`.
[[nodiscard]] Scenario onCluster(Scenario scenario, const std::string& type, std::int64_t size);

struct ClusterCandidate {
    std::string instance;
    std::int64_t instances = 0; ///< or nodes
    ResolvedScenario resolved;  ///< as resolveForSearch()
};

/// Sizes of a type that are out, for one reason.
struct LeftOutClusters {
    std::string instance;
    std::vector<std::int64_t> sizes; ///< in the order of the choices
    Diagnostic reason;               ///< of the first of them
};

struct ClusterCandidates {
    std::vector<ClusterCandidate> clusters; ///< by type, then size
    std::vector<LeftOutClusters> leftOut;
};

/// More of them are refused.
inline constexpr std::size_t mostCandidates = 20'000;

/// The clusters of `choices` that can be asked and had: out is what the scenario may not be on,
/// what has no price where `priced`, more than the rules of the price plan let an account hold, and
/// more than the largest cluster that has one network. Fails where nothing is to choose from.
[[nodiscard]] Expected<ClusterCandidates> clusterCandidates(const Scenario& scenario,
                                                            const Catalogue& catalogue,
                                                            const ClusterChoices& choices,
                                                            bool priced);

} // namespace roofplan

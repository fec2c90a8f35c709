// The best clusters for a run: over instance types and sizes, each with the best plan on it.
#pragma once

#include "core/search/cluster_candidates.h"
#include "core/search/plan_search.h"

#include <optional>
#include <vector>

namespace roofplan {

/// What makes one cluster better than another. On one cluster at one price all three have the same
/// best plan, the one of the shortest step.
enum class SearchObjective {
    Time,            ///< shortest time to train
    Cost,            ///< smallest cost of the run, as it is billed
    TokensPerDollar, ///< most tokens a second for each USD an hour that the cluster is paid
};

struct ClusterLimits {
    std::optional<Seconds> deadline; ///< the longest time to train
    std::optional<Money> budget;     ///< the highest cost of the run

    bool operator==(const ClusterLimits&) const = default;
};

struct ClusterSearchOptions {
    ClusterLimits limits;
    SpaceOptions space;
    int threads = 1;
    const std::atomic<bool>* cancelled = nullptr; ///< looked at every few microseconds
};

/// A cluster with its best plan.
struct FoundCluster {
    std::string instance;
    std::int64_t instances = 0; ///< UltraServers whole; nodes of a custom cluster
    std::int64_t gpus = 0;
    FoundPlan plan;
    Seconds timeToTrain;
    std::optional<Money> cost;           ///< of the run, as it is billed
    std::optional<Price> paid;           ///< of the whole cluster, after the discount
    std::optional<double> tokensPerUsdH; ///< tokens a second for each USD an hour

    bool operator==(const FoundCluster&) const = default;
};

struct FoundClusters {
    std::vector<FoundCluster> clusters;  ///< best first
    std::optional<FoundCluster> nearest; ///< where none keeps the limits: the one that misses by
                                         ///< the smallest factor
    std::vector<LeftOutClusters> leftOut;
    std::uint64_t candidates = 0; ///< clusters that could be asked and had
    std::uint64_t searched = 0;   ///< of them, those that a bound did not rule out
    std::uint64_t decided = 0;    ///< plans of those that were searched
    bool cancelled = false;       ///< what is here was found until then
};

/// Money plays a part: clusters without a price are out.
[[nodiscard]] inline bool needsPrice(SearchObjective objective, const ClusterLimits& limits) {
    return objective != SearchObjective::Time || limits.budget.has_value();
}

/// The `most` best clusters of `choices` for the run of `scenario`, whose global batch all share,
/// that fit into memory and keep the limits: what sorting all of them begins with. Equal ones are
/// in the order of time, cost, GPUs, types. A cluster is left unsearched where no plan could bring
/// it into the list: no step is shorter than its matrix products at the peak of all GPUs.
/// `searched` and `decided` depend on the order in which threads come, the rest does not.
[[nodiscard]] Expected<FoundClusters> searchClusters(const Scenario& scenario,
                                                     const Catalogue& catalogue,
                                                     const ClusterChoices& choices,
                                                     SearchObjective objective,
                                                     std::size_t most,
                                                     const ClusterSearchOptions& options);

/// Every cluster that no other one beats in time and in cost at once, fastest first.
[[nodiscard]] Expected<FoundClusters> costTimeFront(const Scenario& scenario,
                                                    const Catalogue& catalogue,
                                                    const ClusterChoices& choices,
                                                    const ClusterSearchOptions& options);

/// Of each type the smallest size that some plan fits on and that keeps the limits; by number of
/// GPUs, then time to train. Sizes are tried from the smallest on: a larger one need not fit where
/// a smaller one does, for TP, PP and CP divide the GPUs. `priced` leaves out what has no price.
[[nodiscard]] Expected<FoundClusters> fewestThatFit(const Scenario& scenario,
                                                    const Catalogue& catalogue,
                                                    const ClusterChoices& choices,
                                                    bool priced,
                                                    const ClusterSearchOptions& options);

/// No plan has a shorter step: matrix products of the weights at the peak of all GPUs. Attention,
/// memory and traffic are left out.
[[nodiscard]] Seconds stepBound(const ResolvedScenario& scenario);

} // namespace roofplan

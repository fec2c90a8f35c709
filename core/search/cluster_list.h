// The clusters that a search keeps, and those that it need not look at.
#pragma once

#include "core/search/cluster_search.h"

#include <mutex>
#include <tuple>

namespace roofplan {

/// The order of a list under an objective; equal clusters do not differ.
[[nodiscard]] bool
comesBefore(const FoundCluster& a, const FoundCluster& b, SearchObjective objective);

/// By how much limits are missed, as a factor: 1 where they are kept.
[[nodiscard]] double missedBy(const FoundCluster& cluster, const ClusterLimits& limits);

/// Collects from several threads; what is in it at the end does not depend on their order. A bound
/// is a cluster whose time and cost no plan can go below.
class ClusterList {
public:
    virtual ~ClusterList() = default;

    /// Nothing that a cluster with that bound brings could matter.
    [[nodiscard]] virtual bool hopeless(const FoundCluster& bound) = 0;

    virtual void add(const FoundCluster& cluster) = 0;

    /// Fills clusters and nearest.
    virtual void take(FoundClusters& found) = 0;
};

/// The nearest to the limits of those that miss them.
class NearestMiss {
public:
    explicit NearestMiss(const ClusterLimits& limits) : m_limits(limits) {}

    /// False, with the cluster kept where it is the nearest, where it misses the limits.
    bool keepsLimits(const FoundCluster& cluster);

    /// It misses them, and not by less than the nearest; or any that misses where `anyKeeps`.
    [[nodiscard]] bool hopeless(const FoundCluster& bound, bool anyKeeps) const;

    [[nodiscard]] const std::optional<FoundCluster>& nearest() const { return m_nearest; }

private:
    ClusterLimits m_limits;
    std::optional<FoundCluster> m_nearest;
    double m_factor = 0.0;
};

/// The best few under an objective.
class RankedClusters : public ClusterList {
public:
    RankedClusters(SearchObjective objective, std::size_t most, const ClusterLimits& limits)
        : m_objective(objective), m_most(most), m_misses(limits) {}

    [[nodiscard]] bool hopeless(const FoundCluster& bound) override;
    void add(const FoundCluster& cluster) override;
    void take(FoundClusters& found) override;

private:
    SearchObjective m_objective;
    std::size_t m_most;
    std::mutex m_mutex;
    NearestMiss m_misses;
    std::vector<FoundCluster> m_clusters; ///< sorted
};

/// All that no other one beats in time and cost.
class FrontClusters : public ClusterList {
public:
    explicit FrontClusters(const ClusterLimits& limits) : m_misses(limits) {}

    [[nodiscard]] bool hopeless(const FoundCluster& bound) override;
    void add(const FoundCluster& cluster) override;
    void take(FoundClusters& found) override;

private:
    std::mutex m_mutex;
    NearestMiss m_misses;
    std::vector<FoundCluster> m_clusters;
};

} // namespace roofplan

#include "core/search/cluster_list.h"

#include "core/search/pareto.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace roofplan {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

double costOf(const FoundCluster& cluster) {
    return cluster.cost ? cluster.cost->base() : unknown;
}

/// The figure that an objective makes small.
double figure(const FoundCluster& cluster, SearchObjective objective) {
    switch (objective) {
    case SearchObjective::Cost:
        return costOf(cluster);
    case SearchObjective::TokensPerDollar:
        return -cluster.tokensPerUsdH.value_or(0.0);
    case SearchObjective::Time:
        break;
    }
    return cluster.timeToTrain.base();
}

auto rank(const FoundCluster& cluster, SearchObjective objective) {
    return std::tuple(figure(cluster, objective), cluster.timeToTrain.base(), costOf(cluster),
                      cluster.gpus, cluster.instance, cluster.instances);
}

} // namespace

bool comesBefore(const FoundCluster& a, const FoundCluster& b, SearchObjective objective) {
    return rank(a, objective) < rank(b, objective);
}

double missedBy(const FoundCluster& cluster, const ClusterLimits& limits) {
    double factor = 1.0;
    if (limits.deadline) {
        factor = std::max(factor, cluster.timeToTrain / *limits.deadline);
    }
    if (limits.budget) {
        factor = std::max(factor, costOf(cluster) / limits.budget->base());
    }
    return factor;
}

bool NearestMiss::keepsLimits(const FoundCluster& cluster) {
    const double factor = missedBy(cluster, m_limits);
    if (factor <= 1.0) {
        return true;
    }
    if (!m_nearest || factor < m_factor ||
        (factor == m_factor && comesBefore(cluster, *m_nearest, SearchObjective::Time))) {
        m_nearest = cluster;
        m_factor = factor;
    }
    return false;
}

bool NearestMiss::hopeless(const FoundCluster& bound, bool anyKeeps) const {
    const double factor = missedBy(bound, m_limits);
    return factor > 1.0 && (anyKeeps || (m_nearest && factor > m_factor));
}

bool RankedClusters::hopeless(const FoundCluster& bound) {
    const std::scoped_lock lock(m_mutex);
    if (m_misses.hopeless(bound, !m_clusters.empty())) {
        return true;
    }
    return m_clusters.size() == m_most &&
           figure(bound, m_objective) > figure(m_clusters.back(), m_objective);
}

void RankedClusters::add(const FoundCluster& cluster) {
    const std::scoped_lock lock(m_mutex);
    if (!m_misses.keepsLimits(cluster)) {
        return;
    }
    const auto before = [this](const FoundCluster& a, const FoundCluster& b) {
        return comesBefore(a, b, m_objective);
    };
    m_clusters.insert(std::ranges::upper_bound(m_clusters, cluster, before), cluster);
    if (m_clusters.size() > m_most) {
        m_clusters.pop_back();
    }
}

void RankedClusters::take(FoundClusters& found) {
    found.clusters = std::move(m_clusters);
    if (found.clusters.empty()) {
        found.nearest = m_misses.nearest();
    }
}

bool FrontClusters::hopeless(const FoundCluster& bound) {
    const std::scoped_lock lock(m_mutex);
    if (m_misses.hopeless(bound, !m_clusters.empty())) {
        return true;
    }
    const std::pair least(bound.timeToTrain.base(), costOf(bound));
    return std::ranges::any_of(m_clusters, [&least](const FoundCluster& known) {
        const std::pair figures(known.timeToTrain.base(), costOf(known));
        return figures.first <= least.first && figures.second <= least.second && figures != least;
    });
}

void FrontClusters::add(const FoundCluster& cluster) {
    const std::scoped_lock lock(m_mutex);
    if (m_misses.keepsLimits(cluster)) {
        m_clusters.push_back(cluster);
    }
}

void FrontClusters::take(FoundClusters& found) {
    std::ranges::sort(m_clusters, [](const FoundCluster& a, const FoundCluster& b) {
        return comesBefore(a, b, SearchObjective::Time);
    });
    const auto time = [](const FoundCluster& c) { return c.timeToTrain.base(); };
    for (const std::size_t i : paretoFront(m_clusters, time, costOf)) {
        found.clusters.push_back(m_clusters[i]);
    }
    if (found.clusters.empty()) {
        found.nearest = m_misses.nearest();
    }
}

} // namespace roofplan

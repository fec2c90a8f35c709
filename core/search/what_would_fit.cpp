#include "core/search/what_would_fit.h"

#include "core/base/integer.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

constexpr std::int64_t mostTimes = 64;
constexpr std::size_t mostOthers = 3;

/// Instances, or nodes of a custom cluster.
std::int64_t sizeOf(const Cluster& cluster) {
    return cluster.isCustom() ? ceilDivide(cluster.custom.gpus, cluster.custom.gpusPerNode)
                              : cluster.instances;
}

ClusterSearchOptions clusterOptions(const SearchOptions& options) {
    return {.limits = {},
            .space = options.space,
            .threads = options.threads,
            .cancelled = options.cancelled};
}

std::optional<FoundPlan>
unpinned(const Scenario& scenario, const Catalogue& catalogue, SearchOptions options) {
    if (options.space.pinned == PinnedFields()) {
        return std::nullopt;
    }
    options.space.pinned = {};
    options.most = 1;
    const auto resolved = resolveForSearch(scenario, catalogue);
    const FoundPlans found = resolved ? searchPlans(*resolved, options) : FoundPlans();
    return found.plans.empty() ? std::nullopt : std::optional(found.plans.front());
}

std::optional<FoundCluster>
moreOfIt(const Scenario& scenario, const Catalogue& catalogue, const SearchOptions& options) {
    const std::int64_t size = sizeOf(scenario.cluster);
    const ClusterChoices choices{.types = {scenario.cluster.instance},
                                 .sizes =
                                     clusterSizes(size + 1, mostTimes * size, SizeSteps::Ladder)};
    const auto found = fewestThatFit(scenario, catalogue, choices, false, clusterOptions(options));
    return found && !found->clusters.empty() ? std::optional(found->clusters.front())
                                             : std::nullopt;
}

std::vector<FoundCluster>
otherTypes(const Scenario& scenario, const Catalogue& catalogue, const SearchOptions& options) {
    const auto resolved = resolveForSearch(scenario, catalogue);
    if (!resolved) {
        return {};
    }
    ClusterChoices choices{.fewestGpus = resolved->gpus, .mostGpus = resolved->gpus};
    for (const std::string& type : candidateTypes(catalogue, scenario.cluster, false)) {
        const auto gpus =
            std::llround(findEntry(catalogue.instances, type)->gpus.value); // per instance
        if (type == scenario.cluster.instance || gpus < 1 || resolved->gpus % gpus != 0) {
            continue;
        }
        choices.types.push_back(type);
        if (const std::int64_t size = resolved->gpus / gpus;
            std::ranges::find(choices.sizes, size) == choices.sizes.end()) {
            choices.sizes.push_back(size);
        }
    }
    const auto found = searchClusters(scenario, catalogue, choices, SearchObjective::Time,
                                      mostOthers, clusterOptions(options));
    return found ? found->clusters : std::vector<FoundCluster>();
}

} // namespace

WhatWouldFit
whatWouldFit(const Scenario& scenario, const Catalogue& catalogue, const SearchOptions& options) {
    return {.unpinned = unpinned(scenario, catalogue, options),
            .moreOfIt = moreOfIt(scenario, catalogue, options),
            .otherTypes = otherTypes(scenario, catalogue, options)};
}

} // namespace roofplan

#include "core/search/cluster_candidates.h"

#include "core/scenario/scenario_finding.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace roofplan {

namespace {

/// Remarks of a scenario that make a cluster no choice, and those that do where money counts.
constexpr std::array<std::string_view, 2> cannotBeHad{"price.block_limit", "cluster.limit"};
constexpr std::array<std::string_view, 3> hasNoPrice{"price.unknown", "price.own_missing",
                                                     "cluster.sold_in"};

/// Why the cluster is no choice; null where it is one.
const Diagnostic* obstacle(const ResolvedScenario& resolved, bool priced) {
    const auto found = std::ranges::find_if(resolved.diagnostics, [priced](const Diagnostic& d) {
        return std::ranges::find(cannotBeHad, d.code) != cannotBeHad.end() ||
               (priced && std::ranges::find(hasNoPrice, d.code) != hasNoPrice.end());
    });
    return found == resolved.diagnostics.end() ? nullptr : &*found;
}

void leaveOut(ClusterCandidates& all,
              const std::string& type,
              std::int64_t size,
              const Diagnostic& reason) {
    const auto same = std::ranges::find_if(all.leftOut, [&](const LeftOutClusters& known) {
        return known.instance == type && known.reason.code == reason.code;
    });
    if (same != all.leftOut.end()) {
        same->sizes.push_back(size);
        return;
    }
    all.leftOut.push_back({.instance = type, .sizes = {size}, .reason = reason});
}

/// Of the first error; a resolution that fails has one.
const Diagnostic& firstError(const Diagnostics& findings) {
    const auto error = std::ranges::find(findings, Severity::Error, &Diagnostic::severity);
    return error != findings.end() ? *error : findings.front();
}

Diagnostics wrongChoices(const ClusterChoices& choices) {
    Diagnostics wrong;
    if (choices.types.empty()) {
        wrong.push_back(
            finding(Severity::Error, "search.no_type", "instance",
                    {translatable("core", "There is no instance type to choose from."), {}},
                    {translatable("core", "allowed: instance types that have a price "
                                          "under the price plan in the region"),
                     {}}));
    }
    if (choices.sizes.empty() || std::ranges::min(choices.sizes) < 1) {
        wrong.push_back(
            finding(Severity::Error, "search.sizes", "instances",
                    {translatable("core", "There is no size to choose from."), {}},
                    {translatable("core", "allowed: whole numbers of instances from 1"), {}}));
    }
    if (choices.types.size() * choices.sizes.size() > mostCandidates) {
        wrong.push_back(finding(
            Severity::Error, "search.candidates", "instances",
            {translatable("core", "Found {0} types in {1} sizes, allowed: {2} clusters in all."),
             {number(static_cast<std::int64_t>(choices.types.size())),
              number(static_cast<std::int64_t>(choices.sizes.size())),
              number(static_cast<std::int64_t>(mostCandidates))}}));
    }
    if (choices.fewestGpus > choices.mostGpus) {
        wrong.push_back(finding(
            Severity::Error, "search.gpus", "gpus",
            {translatable("core", "Found at least {0} and at most {1} GPUs, which is nothing."),
             {number(choices.fewestGpus), number(choices.mostGpus)}}));
    }
    return wrong;
}

} // namespace

std::vector<std::int64_t> clusterSizes(std::int64_t from, std::int64_t to, SizeSteps steps) {
    std::vector<std::int64_t> sizes;
    if (steps == SizeSteps::Every || to < from) {
        for (std::int64_t size = from; size <= to; ++size) {
            sizes.push_back(size);
        }
        return sizes;
    }
    sizes.push_back(from);
    for (std::int64_t power = 1; power <= to; power *= 2) {
        for (const std::int64_t size : {power, power + power / 2}) { // 2, 3, 4, 6, 8, 12 …
            if (size > sizes.back() && size < to) {
                sizes.push_back(size);
            }
        }
    }
    if (to > from) {
        sizes.push_back(to);
    }
    return sizes;
}

std::vector<std::string>
candidateTypes(const Catalogue& catalogue, const Cluster& cluster, bool priced) {
    std::vector<std::string> types;
    for (const InstanceType& type : catalogue.instances) {
        const bool hasPrice =
            cluster.pricePlan == PricePlan::Own ||
            findPrice(catalogue, type.id, cluster.pricePlan, cluster.region) != nullptr;
        if (type.soldIn.empty() && (hasPrice || !priced)) {
            types.push_back(type.id);
        }
    }
    return types;
}

Scenario onCluster(Scenario scenario, const std::string& type, std::int64_t size) {
    scenario.cluster.instance = type;
    if (scenario.cluster.isCustom()) {
        scenario.cluster.custom.gpus = size * scenario.cluster.custom.gpusPerNode;
    } else {
        scenario.cluster.instances = size;
    }
    return scenario;
}

Expected<ClusterCandidates> clusterCandidates(const Scenario& scenario,
                                              const Catalogue& catalogue,
                                              const ClusterChoices& choices,
                                              bool priced) {
    if (Diagnostics wrong = wrongChoices(choices); !wrong.empty()) {
        return tl::unexpected(std::move(wrong));
    }
    ClusterCandidates all;
    Diagnostics errors;
    for (const std::string& type : choices.types) {
        for (const std::int64_t size : choices.sizes) {
            auto resolved = resolveForSearch(onCluster(scenario, type, size), catalogue);
            if (!resolved) {
                leaveOut(all, type, size, firstError(resolved.error()));
                errors = std::move(resolved.error());
                continue;
            }
            if (const Diagnostic* reason = obstacle(*resolved, priced)) {
                leaveOut(all, type, size, *reason);
            } else if (resolved->gpus >= choices.fewestGpus && resolved->gpus <= choices.mostGpus) {
                resolved->diagnostics.clear();
                all.clusters.push_back(
                    {.instance = type, .instances = size, .resolved = std::move(*resolved)});
            }
        }
    }
    // What is wrong with the question itself is wrong on every cluster.
    const bool allFailed = std::ranges::all_of(all.leftOut, [](const LeftOutClusters& out) {
        return out.reason.severity == Severity::Error;
    });
    if (all.clusters.empty() && !errors.empty() && allFailed) {
        return tl::unexpected(std::move(errors));
    }
    return all;
}

} // namespace roofplan

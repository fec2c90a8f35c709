#include "core/search/cluster_search.h"

#include "core/architecture/flop_count.h"
#include "core/cost/billing.h"
#include "core/cost/price.h"
#include "core/memory/model_states.h"
#include "core/scenario/scenario_finding.h"
#include "core/search/cluster_list.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <thread>

namespace roofplan {

namespace {

/// Bounds are compared with sums of other order: what is closer than this counts as equal.
constexpr double roundingSlack = 1.0 - 1e-9;

/// What a step time makes of a cluster.
FoundCluster valued(const ClusterCandidate& candidate, const FoundPlan& plan) {
    const ResolvedScenario& r = candidate.resolved;
    FoundCluster cluster{.instance = candidate.instance,
                         .instances = candidate.instances,
                         .gpus = r.gpus,
                         .plan = plan,
                         .timeToTrain =
                             plan.stepTime * (r.workload.tokens.base() / r.tokensPerStep())};
    if (const std::optional<Bill> bill = billOf(r, cluster.timeToTrain)) {
        cluster.cost = bill->cost;
        cluster.paid = paidPrice(r) * paidUnits(r);
        const double rate = r.tokensPerStep() / plan.stepTime.base();
        constexpr double hour = 3600.0;
        cluster.tokensPerUsdH = rate / (cluster.paid->base() * hour);
    }
    return cluster;
}

FoundCluster boundOf(const ClusterCandidate& candidate) {
    return valued(candidate, {.plan = {}, .stepTime = stepBound(candidate.resolved)});
}

/// The weights alone fill the memory of all GPUs.
bool tooSmall(const ResolvedScenario& r) {
    const double weights = static_cast<double>(r.parameters.total()) * weightBytes;
    return weights > r.gpu->memory.value.base() * static_cast<double>(r.gpus);
}

/// Finds the best plan of one cluster after the other; what layers cost is kept while the type
/// stays the same.
class ClusterPricer {
public:
    /// `pricers` work at the same time.
    ClusterPricer(const ClusterSearchOptions& options, int pricers) : m_pricers(pricers) {
        m_options.space = options.space;
        m_options.most = 1;
        m_options.threads = std::max(1, options.threads / pricers);
        m_options.cancelled = options.cancelled;
    }

    /// Nothing where no plan fits.
    std::optional<FoundCluster> price(const ClusterCandidate& candidate) {
        ++m_searched;
        if (tooSmall(candidate.resolved)) {
            return std::nullopt;
        }
        // Each keeps no more than its part of what all may.
        m_memos.prepare(candidate.resolved, std::max(m_pricers, m_options.threads));
        const FoundPlans found = searchPlans(candidate.resolved, m_options, m_memos);
        m_decided += found.decided;
        return found.plans.empty() || found.cancelled
                   ? std::nullopt
                   : std::optional(valued(candidate, found.plans.front()));
    }

    void addEffort(FoundClusters& found) const {
        found.searched += m_searched;
        found.decided += m_decided;
    }

private:
    int m_pricers;
    SearchOptions m_options;
    PlanMemos m_memos;
    std::uint64_t m_searched = 0;
    std::uint64_t m_decided = 0;
};

/// One for each thread, no more than there are `tasks`; the rest of the threads help inside.
std::vector<std::unique_ptr<ClusterPricer>> pricersOf(const ClusterSearchOptions& options,
                                                      std::size_t tasks) {
    const auto most = static_cast<int>(std::clamp<std::size_t>(tasks, 1, 256));
    const int count = std::clamp(options.threads, 1, most);
    std::vector<std::unique_ptr<ClusterPricer>> pricers;
    for (int i = 0; i < count; ++i) {
        pricers.push_back(std::make_unique<ClusterPricer>(options, count));
    }
    return pricers;
}

/// Runs work(i, pricer) for each i of `count`, in order of i as the pricers' threads come, until it
/// is cancelled.
template <typename Work>
void spread(std::size_t count,
            const std::vector<std::unique_ptr<ClusterPricer>>& pricers,
            const ClusterSearchOptions& options,
            const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&](ClusterPricer& pricer) {
        for (std::size_t i = next++; i < count; i = next++) {
            if (options.cancelled != nullptr && options.cancelled->load()) {
                return;
            }
            work(i, pricer);
        }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < pricers.size(); ++i) {
        others.emplace_back([&run, &pricers, i] { run(*pricers[i]); });
    }
    run(*pricers.front());
    for (std::thread& other : others) {
        other.join();
    }
}

/// A candidate with the bound of its time and cost.
struct Bounded {
    const ClusterCandidate* candidate;
    FoundCluster bound;
};

/// Those of a type together, promising ones first.
std::vector<Bounded> inOrder(const std::vector<ClusterCandidate>& candidates,
                             SearchObjective objective) {
    std::map<std::string, FoundCluster> bestOfType;
    std::vector<Bounded> all;
    for (const ClusterCandidate& candidate : candidates) {
        all.push_back({&candidate, boundOf(candidate)});
        const auto [best, isNew] = bestOfType.try_emplace(candidate.instance, all.back().bound);
        if (!isNew && comesBefore(all.back().bound, best->second, objective)) {
            best->second = all.back().bound;
        }
    }
    std::ranges::stable_sort(all, [&](const Bounded& a, const Bounded& b) {
        const bool sameType = a.candidate->instance == b.candidate->instance;
        return sameType ? comesBefore(a.bound, b.bound, objective)
                        : comesBefore(bestOfType.at(a.candidate->instance),
                                      bestOfType.at(b.candidate->instance), objective);
    });
    return all;
}

Expected<FoundClusters> searchAll(const Scenario& scenario,
                                  const Catalogue& catalogue,
                                  const ClusterChoices& choices,
                                  SearchObjective objective,
                                  bool priced,
                                  ClusterList& list,
                                  const ClusterSearchOptions& options) {
    auto candidates = clusterCandidates(scenario, catalogue, choices, priced);
    if (!candidates) {
        return tl::unexpected(std::move(candidates.error()));
    }
    const std::vector<Bounded> all = inOrder(candidates->clusters, objective);
    const auto pricers = pricersOf(options, all.size());
    spread(all.size(), pricers, options, [&](std::size_t i, ClusterPricer& pricer) {
        if (list.hopeless(all[i].bound)) {
            return;
        }
        if (const auto cluster = pricer.price(*all[i].candidate)) {
            list.add(*cluster);
        }
    });
    FoundClusters found;
    list.take(found);
    found.leftOut = std::move(candidates->leftOut);
    found.candidates = all.size();
    for (const auto& pricer : pricers) {
        pricer->addEffort(found);
    }
    found.cancelled = options.cancelled != nullptr && options.cancelled->load();
    return found;
}

Diagnostics wrongLimits(const ClusterLimits& limits) {
    Diagnostics wrong;
    if (limits.deadline && !(limits.deadline->base() > 0.0)) {
        wrong.push_back(
            finding(Severity::Error, "search.deadline", "deadline",
                    {translatable("core", "A deadline is a time above 0, such as 30d."), {}}));
    }
    if (limits.budget && !(limits.budget->base() > 0.0)) {
        wrong.push_back(
            finding(Severity::Error, "search.budget", "budget",
                    {translatable("core", "A budget is an amount above 0, such as 2M."), {}}));
    }
    return wrong;
}

/// Candidates of one type after the other, each from the smallest on.
std::vector<std::vector<const ClusterCandidate*>>
byType(const std::vector<ClusterCandidate>& candidates) {
    std::vector<std::vector<const ClusterCandidate*>> types;
    for (const ClusterCandidate& candidate : candidates) {
        if (types.empty() || types.back().front()->instance != candidate.instance) {
            types.emplace_back();
        }
        types.back().push_back(&candidate);
    }
    for (auto& type : types) {
        std::ranges::stable_sort(type, {}, &ClusterCandidate::instances);
    }
    return types;
}

} // namespace

Seconds stepBound(const ResolvedScenario& r) {
    const ForwardFlops forward = forwardFlopsPerToken(
        *r.model, r.parameters, r.workload.sequenceLength, AttentionFlops::CausalHalf);
    // Frozen weights have no gradients.
    const double passes = r.workload.phase == TrainingPhase::Lora ? 2.0 : 3.0;
    const Flops step = (forward.linears + forward.lmHead) * (passes * r.tokensPerStep());
    const FlopRate peak =
        r.gpu->peak(r.workload.precision).rate *
        (r.scale.compute * std::max(1.0, r.machineDerate) * static_cast<double>(r.gpus));
    return step / peak * roundingSlack;
}

Expected<FoundClusters> searchClusters(const Scenario& scenario,
                                       const Catalogue& catalogue,
                                       const ClusterChoices& choices,
                                       SearchObjective objective,
                                       std::size_t most,
                                       const ClusterSearchOptions& options) {
    if (Diagnostics wrong = wrongLimits(options.limits); !wrong.empty()) {
        return tl::unexpected(std::move(wrong));
    }
    RankedClusters list(objective, std::max<std::size_t>(most, 1), options.limits);
    return searchAll(scenario, catalogue, choices, objective, needsPrice(objective, options.limits),
                     list, options);
}

Expected<FoundClusters> costTimeFront(const Scenario& scenario,
                                      const Catalogue& catalogue,
                                      const ClusterChoices& choices,
                                      const ClusterSearchOptions& options) {
    if (Diagnostics wrong = wrongLimits(options.limits); !wrong.empty()) {
        return tl::unexpected(std::move(wrong));
    }
    FrontClusters list(options.limits);
    return searchAll(scenario, catalogue, choices, SearchObjective::Cost, true, list, options);
}

Expected<FoundClusters> fewestThatFit(const Scenario& scenario,
                                      const Catalogue& catalogue,
                                      const ClusterChoices& choices,
                                      bool priced,
                                      const ClusterSearchOptions& options) {
    if (Diagnostics wrong = wrongLimits(options.limits); !wrong.empty()) {
        return tl::unexpected(std::move(wrong));
    }
    auto candidates = clusterCandidates(scenario, catalogue, choices,
                                        priced || options.limits.budget.has_value());
    if (!candidates) {
        return tl::unexpected(std::move(candidates.error()));
    }
    const auto types = byType(candidates->clusters);
    std::vector<std::optional<FoundCluster>> firsts(types.size());
    const auto pricers = pricersOf(options, types.size());
    spread(types.size(), pricers, options, [&](std::size_t i, ClusterPricer& pricer) {
        for (const ClusterCandidate* candidate : types[i]) {
            const auto cluster = pricer.price(*candidate);
            if (cluster && missedBy(*cluster, options.limits) <= 1.0) {
                firsts[i] = cluster;
                return;
            }
        }
    });
    FoundClusters found;
    for (std::optional<FoundCluster>& first : firsts) {
        if (first) {
            found.clusters.push_back(std::move(*first));
        }
    }
    std::ranges::stable_sort(found.clusters, [](const FoundCluster& a, const FoundCluster& b) {
        return a.gpus != b.gpus ? a.gpus < b.gpus : comesBefore(a, b, SearchObjective::Time);
    });
    found.leftOut = std::move(candidates->leftOut);
    found.candidates = candidates->clusters.size();
    for (const auto& pricer : pricers) {
        pricer->addEffort(found);
    }
    found.cancelled = options.cancelled != nullptr && options.cancelled->load();
    return found;
}

} // namespace roofplan

#include "core/search/plan_limits.h"

#include "core/base/integer.h"
#include "core/scenario/field_table.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

namespace roofplan {

namespace {

bool isCancelled(const SearchOptions& options) {
    return options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed);
}

/// Sequence lengths of one CP.
class SequenceSearch {
public:
    SequenceSearch(const Scenario& scenario, const Catalogue& catalogue, SearchOptions options)
        : m_scenario(scenario), m_catalogue(catalogue), m_options(std::move(options)) {
        m_mostTokens = static_cast<std::int64_t>(findField("seq_len")->maximum);
        m_options.most = 1;
        m_options.space.pinned.pin(PlanField::ContextParallel);
        if (!m_options.space.pinned.has(PlanField::MicroBatch)) {
            m_options.space.pinned.pin(PlanField::MicroBatch);
            m_scenario.plan.microBatch = 1;
        }
    }

    /// The longest with that CP, `known` where none is longer.
    std::int64_t longest(std::int64_t cp, std::int64_t known) {
        m_scenario.plan.contextParallel = cp;
        m_unit = std::lcm(sequenceGranularity, cp == 1 ? 1 : 2 * cp);
        // Packed documents are no longer than a sequence.
        const std::int64_t shortest =
            std::max(known + 1, m_scenario.workload.documentLength.value_or(1));
        std::int64_t fits = ceilDivide(shortest, m_unit);
        const std::int64_t most = m_mostTokens / m_unit;
        if (fits > most || !fit(fits)) {
            return known;
        }
        // Doubled while it fits, then halved between what fits and what does not.
        std::int64_t beyond = fits;
        do {
            beyond = std::min(2 * beyond, most + 1);
            if (beyond <= most && fit(beyond)) {
                fits = beyond;
            } else {
                break;
            }
        } while (beyond <= most);
        while (beyond - fits > 1) {
            const std::int64_t middle = fits + (beyond - fits) / 2;
            (fit(middle) ? fits : beyond) = middle;
        }
        return fits * m_unit;
    }

    /// Whether the next length of that CP is more than can be asked.
    [[nodiscard]] bool atLimit(std::int64_t tokens) const {
        return tokens + sequenceGranularity > m_mostTokens;
    }

private:
    bool fit(std::int64_t units) {
        if (isCancelled(m_options)) {
            return false;
        }
        m_scenario.workload.sequenceLength = units * m_unit;
        const auto resolved = resolveForSearch(m_scenario, m_catalogue);
        return resolved && !searchPlans(*resolved, m_options, m_memos).plans.empty();
    }

    Scenario m_scenario;
    const Catalogue& m_catalogue;
    SearchOptions m_options;
    PlanMemos m_memos;
    std::int64_t m_mostTokens = 0;
    std::int64_t m_unit = sequenceGranularity;
};

/// Divisors of the GPUs, largest first: they cut sequences into most pieces.
std::vector<std::int64_t> contextSizes(const ResolvedScenario& base, const SearchOptions& options) {
    if (options.space.pinned.has(PlanField::ContextParallel)) {
        return {base.plan.contextParallel};
    }
    std::vector<std::int64_t> sizes;
    for (std::int64_t cp = base.gpus; cp >= 1; --cp) {
        if (base.gpus % cp == 0) {
            sizes.push_back(cp);
        }
    }
    return sizes;
}

/// Micro-batches of a space, largest first, and the DPs that they divide the share of.
std::map<std::int64_t, std::set<std::int64_t>, std::greater<>>
microBatchesOf(const PlanSpace& space) {
    std::map<std::int64_t, std::set<std::int64_t>, std::greater<>> sizes;
    for (const PlanGroup& group : space.groups()) {
        for (const std::int64_t size : group.microBatches) {
            sizes[size].insert(group.plan.dataParallel.value_or(1));
        }
    }
    return sizes;
}

/// The best plan with that micro-batch and one of those DPs; nothing where none fits.
std::optional<FoundPlan> bestWith(std::int64_t microBatch,
                                  const std::set<std::int64_t>& dataParallel,
                                  ResolvedScenario base,
                                  SearchOptions options,
                                  PlanMemos& memos) {
    options.most = 1;
    options.space.pinned.pin(PlanField::MicroBatch);
    options.space.pinned.pin(PlanField::DataParallel);
    base.plan.microBatch = microBatch;
    std::optional<FoundPlan> best;
    for (const std::int64_t dp : dataParallel) {
        base.plan.dataParallel = dp;
        const FoundPlans found = searchPlans(base, options, memos);
        if (!found.plans.empty() && (!best || comesBefore(found.plans.front(), *best))) {
            best = found.plans.front();
        }
    }
    return best;
}

} // namespace

Expected<std::optional<LongestSequence>> longestSequence(const Scenario& scenario,
                                                         const Catalogue& catalogue,
                                                         const SearchOptions& options) {
    const auto base = resolveForSearch(scenario, catalogue);
    if (!base) {
        return tl::unexpected(base.error());
    }
    SequenceSearch search(scenario, catalogue, options);
    LongestSequence longest;
    for (const std::int64_t cp : contextSizes(*base, options)) {
        longest.tokens = search.longest(cp, longest.tokens);
    }
    if (longest.tokens == 0 || isCancelled(options)) {
        return std::optional<LongestSequence>();
    }
    longest.atLimit = search.atLimit(longest.tokens);
    Scenario longer = scenario;
    longer.workload.sequenceLength = longest.tokens;
    const auto resolved = resolveForSearch(longer, catalogue);
    SearchOptions one = options;
    one.most = 1;
    const FoundPlans found = searchPlans(*resolved, one);
    if (found.plans.empty()) { // cancelled
        return std::optional<LongestSequence>();
    }
    longest.plan = found.plans.front();
    return std::optional(longest);
}

Expected<std::optional<FoundPlan>> largestMicroBatch(const Scenario& scenario,
                                                     const Catalogue& catalogue,
                                                     const SearchOptions& options) {
    const auto base = resolveForSearch(scenario, catalogue);
    if (!base) {
        return tl::unexpected(base.error());
    }
    PlanMemos memos;
    for (const auto& [size, dataParallel] : microBatchesOf(PlanSpace(*base, options.space))) {
        if (isCancelled(options)) {
            break;
        }
        if (auto best = bestWith(size, dataParallel, *base, options, memos)) {
            return best;
        }
    }
    return std::optional<FoundPlan>();
}

} // namespace roofplan

#include "core/search/plan_search.h"

#include "core/base/integer.h"
#include "core/search/best_list.h"

#include <algorithm>
#include <barrier>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

namespace roofplan {

namespace {

/// Groups that share TP, CP, EP, ETP and sequence parallelism: their layers cost the same.
struct Family {
    static constexpr std::size_t mostGroups = 64; ///< of different PP; more make another family

    std::vector<const PlanGroup*> groups;
    std::vector<std::int64_t> microBatches; ///< of any of them
    std::vector<std::uint64_t> holders;     ///< [micro-batches] a bit for each group with it

    void add(const PlanGroup& group) {
        const std::uint64_t bit = std::uint64_t{1} << groups.size();
        groups.push_back(&group);
        for (const std::int64_t microBatch : group.microBatches) {
            const auto known = std::ranges::find(microBatches, microBatch);
            const auto index = static_cast<std::size_t>(known - microBatches.begin());
            if (known == microBatches.end()) {
                microBatches.push_back(microBatch);
                holders.push_back(0);
            }
            holders[index] |= bit;
        }
    }
};

/// A micro-batch of a family: plans of one shape.
struct Block {
    Seconds bound; ///< of all its plans
    const Family* family = nullptr;
    std::size_t index = 0;            ///< of the micro-batch
    const ShapeCost* shape = nullptr; ///< with the least that may be recomputed

    [[nodiscard]] std::int64_t microBatch() const { return family->microBatches[index]; }

    /// Calls visit(group) for each group that has the micro-batch.
    template <typename Visit>
    void visitGroups(Visit visit) const {
        for (std::uint64_t left = family->holders[index]; left != 0; left &= left - 1) {
            visit(*family->groups[static_cast<std::size_t>(std::countr_zero(left))]);
        }
    }
};

ParallelPlan planOf(const PlanGroup& group, std::int64_t microBatch) {
    ParallelPlan plan = group.plan;
    plan.microBatch = microBatch;
    return plan;
}

/// In the order of the space.
std::vector<Family> familiesOf(const PlanSpace& space, const SpaceOptions& options) {
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, bool>;
    std::map<Key, std::size_t> known;
    std::vector<Family> families;
    for (const PlanGroup& group : space.groups()) {
        if (options.isCancelled()) {
            break;
        }
        const ParallelPlan& p = group.plan;
        const Key key(p.tensorParallel, p.contextParallel, p.expertParallel, p.expertTensorParallel,
                      p.sequenceParallel);
        std::size_t& index = known.try_emplace(key, families.size()).first->second;
        if (index < families.size() && families[index].groups.size() == Family::mostGroups) {
            index = families.size();
        }
        if (index == families.size()) {
            families.emplace_back();
        }
        families[index].add(group);
    }
    return families;
}

/// One thread's part in a search.
class Searcher {
public:
    Searcher(const ResolvedScenario& base,
             const SearchOptions& options,
             PlanMemo& memo,
             BestList& best)
        : m_pricer(base, memo),
          m_capacity(base.gpu->memory.value),
          m_options(options),
          m_best(best) {}

    /// Adds the blocks of `family`, but for those of which no plan fits.
    void bound(const Family& family, std::vector<Block>& blocks) {
        for (std::size_t index = 0; index < family.microBatches.size(); ++index) {
            Block block{.bound = Seconds(std::numeric_limits<double>::infinity()),
                        .family = &family,
                        .index = index};
            block.shape =
                m_pricer.shapeThatFits(planOf(*family.groups.front(), block.microBatch()));
            if (block.shape != nullptr) {
                block.visitGroups([&](const PlanGroup& group) {
                    block.bound = std::min(block.bound, groupBound(group, block));
                });
                blocks.push_back(block);
            }
        }
    }

    void search(const Block& block) {
        block.visitGroups([&](const PlanGroup& group) {
            if (groupBound(group, block) <= m_best.worstUseful()) {
                searchGroup(group, planOf(group, block.microBatch()));
            }
        });
    }

    [[nodiscard]] bool stopped() const {
        return m_options.cancelled != nullptr &&
               m_options.cancelled->load(std::memory_order_relaxed);
    }

    [[nodiscard]] std::uint64_t priced() const { return m_priced; }

private:
    [[nodiscard]] Seconds groupBound(const PlanGroup& group, const Block& block) const {
        const ParallelPlan plan = planOf(group, block.microBatch());
        return m_pricer.shapeBound(*block.shape, plan, m_pricer.microBatches(plan),
                                   group.virtualPipelines.back());
    }

    void searchGroup(const PlanGroup& group, ParallelPlan plan) {
        m_pricer.setPlan(plan);
        m_after.clear();
        const StageTransfer transfer = m_pricer.transfer();
        for (const RecomputeChoice& choice : group.recompute) {
            plan.recompute = choice.recompute;
            plan.recomputeLayers = choice.layers;
            for (const bool activations : {false, true}) {
                plan.offload = activations ? Offload::Activations : Offload::None;
                if (stopped()) {
                    return;
                }
                if (std::ranges::any_of(group.offload, [activations](Offload offload) {
                        return movesActivations(offload) == activations;
                    })) {
                    searchChunks(group, plan, transfer);
                }
            }
        }
    }

    [[nodiscard]] static bool movesActivations(Offload offload) {
        return offload == Offload::Activations || offload == Offload::Both;
    }

    /// Plans that differ in interleaving, in what is sharded and in where optimiser states lie.
    void
    searchChunks(const PlanGroup& group, const ParallelPlan& plan, const StageTransfer& transfer) {
        const ShapeCost& shape = m_pricer.shape(plan);
        const std::int64_t microBatches = m_pricer.microBatches(plan);
        if (m_pricer.shapeBound(shape, plan, microBatches, group.virtualPipelines.back()) >
            m_best.worstUseful()) {
            return;
        }
        m_pricer.setRecompute(plan);
        if (!mayFit(group, shape)) {
            return;
        }
        m_sharded.clear();
        for (const std::int64_t chunks : group.virtualPipelines) {
            if (m_pricer.chunkBound(shape, plan, microBatches, chunks) > m_best.worstUseful()) {
                continue;
            }
            m_pricer.setChunks(chunks);
            const StageContents& contents = m_pricer.contents();
            const Seconds bound = m_pricer.stepTimeBound(shape, contents, transfer, Seconds());
            if (bound <= m_best.worstUseful()) {
                searchSharding(group, plan, {shape, contents, transfer});
            }
        }
    }

    /// Whether some plan of searchChunks() may fit: with the first and last stage as empty as any
    /// interleaving leaves them, optimiser states in the host where they may go, and what shards
    /// most; servers at least hold the activations. Micro-batches in flight are fewest without
    /// interleaving.
    [[nodiscard]] bool mayFit(const PlanGroup& group, const ShapeCost& shape) {
        const StageContents& least = m_pricer.leastContents(group.virtualPipelines);
        const bool activations = movesActivations(m_pricer.plan().offload);
        Offload offload = m_pricer.plan().offload;
        for (const Offload other : group.offload) {
            offload = movesActivations(other) == activations ? other : offload;
        }
        m_pricer.setChunks(1);
        return std::ranges::any_of(group.zero, [&](ZeroStage zero) {
            const bool most =
                zero == ZeroStage::Zero2 || zero == ZeroStage::Fsdp || group.zero.size() == 1;
            if (!most) {
                return false;
            }
            m_pricer.setSharding(zero, offload);
            const WorstMemory worst = m_pricer.memory(shape, least);
            return worst.memory.total() <= m_capacity && hostHolds(worst.hostedActivations);
        });
    }

    [[nodiscard]] bool hostHolds(Bytes bytes) const {
        const std::optional<Sourced<Bytes>> host = m_pricer.scenario().hostMemory();
        return !host || bytes <= host->value;
    }

    /// What plans that differ in sharding share.
    struct Staged {
        const ShapeCost& shape;
        const StageContents& contents;
        const StageTransfer& transfer;
    };

    void searchSharding(const PlanGroup& group, const ParallelPlan& plan, const Staged& staged) {
        boundAfter(group, staged.shape);
        for (std::size_t i = 0; i < group.zero.size(); ++i) {
            const Seconds bound =
                m_pricer.stepTimeBound(staged.shape, staged.contents, staged.transfer, m_after[i]);
            if (bound > m_best.worstUseful()) {
                continue;
            }
            for (const Offload offload : group.offload) {
                if (movesActivations(offload) == movesActivations(plan.offload)) {
                    m_pricer.setSharding(group.zero[i], offload);
                    price(staged);
                }
            }
        }
    }

    /// Once for all interleavings and recomputations of a group and micro-batch.
    void boundAfter(const PlanGroup& group, const ShapeCost& shape) {
        if (!m_after.empty()) {
            return;
        }
        const StageContents& least = m_pricer.leastContents(group.virtualPipelines);
        const Offload offload = m_pricer.plan().offload;
        for (const ZeroStage zero : group.zero) {
            m_pricer.setSharding(zero, Offload::None);
            m_after.push_back(m_pricer.afterBound(shape, least, m_best.worstUseful()));
        }
        m_pricer.setSharding(group.zero.front(), offload);
    }

    void price(const Staged& staged) {
        ++m_priced;
        const WorstMemory memory = m_pricer.memory(staged.shape, staged.contents);
        if (!memory.fits(m_pricer.scenario())) {
            return;
        }
        m_best.add(
            {.plan = m_pricer.plan(),
             .stepTime = m_pricer.stepTime(staged.shape, piecesOf(staged.shape), staged.contents),
             .memoryPeak = memory.memory.total()});
    }

    /// Times of pieces under the sharding that is set.
    const PieceTimes& piecesOf(const ShapeCost& shape) {
        const ZeroStage zero = m_pricer.plan().zero;
        if (!shardsParameters(zero)) {
            return shape.times;
        }
        for (const auto& [known, times] : m_sharded) {
            if (known == zero) {
                return times;
            }
        }
        return m_sharded.emplace_back(zero, m_pricer.shardedTimes()).second;
    }

    std::vector<Seconds> m_after; ///< [zero of the group] bounds of what follows the passes
    std::vector<std::pair<ZeroStage, PieceTimes>> m_sharded; ///< of the recomputation at hand
    PlanPricer m_pricer;
    Bytes m_capacity;
    const SearchOptions& m_options;
    BestList& m_best;
    std::uint64_t m_priced = 0;
};

Seconds stepTimeOf(PlanPricer& pricer, const ShapeCost& shape) {
    const StageContents& contents = pricer.contents();
    return shardsParameters(pricer.plan().zero)
               ? pricer.stepTime(shape, pricer.shardedTimes(), contents)
               : pricer.stepTime(shape, shape.times, contents);
}

/// The plan that lacks least memory of GPUs, of those whose servers hold what they offload, without
/// interleaving and with the smallest micro-batch, which need least; the faster one of two.
std::optional<FoundPlan> nearestPlan(const ResolvedScenario& base,
                                     const PlanSpace& space,
                                     const SearchOptions& options,
                                     PlanMemo& memo) {
    PlanPricer pricer(base, memo);
    std::optional<FoundPlan> nearest;
    for (const PlanGroup& group : space.groups()) {
        PlanGroup least = group;
        least.virtualPipelines = least.virtualPipelines.first(1);
        least.microBatches = least.microBatches.first(1);
        visitPlans(least, [&](const ParallelPlan& plan) {
            pricer.setPlan(plan);
            const ShapeCost& shape = pricer.shape(plan);
            const WorstMemory worst = pricer.memory(shape, pricer.contents());
            const Bytes memory = worst.memory.total();
            if (base.hostMemory() && worst.hosted > base.hostMemory()->value) {
                return true;
            }
            if (!nearest || memory <= nearest->memoryPeak) {
                const FoundPlan found{
                    .plan = plan, .stepTime = stepTimeOf(pricer, shape), .memoryPeak = memory};
                if (!nearest || memory < nearest->memoryPeak || comesBefore(found, *nearest)) {
                    nearest = found;
                }
            }
            return options.cancelled == nullptr || !options.cancelled->load();
        });
    }
    return nearest;
}

/// All threads of a search.
class Crew {
public:
    Crew(const ResolvedScenario& base,
         const SearchOptions& options,
         PlanMemos& memos,
         std::vector<Family> families)
        : m_base(base),
          m_options(options),
          m_memos(memos),
          m_families(std::move(families)),
          m_best(options.most, options.distinct),
          m_bounded(threads(options)) {}

    FoundPlans run() {
        m_memos.prepare(m_base, threads(m_options));
        std::vector<std::thread> others;
        for (int thread = 1; thread < threads(m_options); ++thread) {
            others.emplace_back([this, thread] { work(thread); });
        }
        work(0);
        for (std::thread& other : others) {
            other.join();
        }
        FoundPlans found;
        found.plans = m_best.take();
        found.priced = m_priced;
        found.cancelled =
            m_options.cancelled != nullptr && m_options.cancelled->load(std::memory_order_relaxed);
        return found;
    }

private:
    static int threads(const SearchOptions& options) { return std::max(1, options.threads); }

    void work(int thread) {
        Searcher searcher(m_base, m_options, m_memos.of(thread), m_best);
        std::vector<Block> blocks;
        for (std::size_t i = m_next++; i < m_families.size() && !searcher.stopped(); i = m_next++) {
            searcher.bound(m_families[i], blocks);
        }
        gather(std::move(blocks));
        m_bounded.arrive_and_wait();
        while (const std::optional<Block> block = nextBlock()) {
            if (searcher.stopped() || block->bound > m_best.worstUseful()) {
                break; // the rest is no better
            }
            searcher.search(*block);
        }
        m_priced += searcher.priced();
    }

    void gather(std::vector<Block> blocks) {
        const std::scoped_lock lock(m_mutex);
        m_blocks.insert(m_blocks.end(), blocks.begin(), blocks.end());
        std::ranges::make_heap(m_blocks, std::ranges::greater{}, &Block::bound);
    }

    /// The one with the smallest bound: what it finds leaves others out.
    std::optional<Block> nextBlock() {
        const std::scoped_lock lock(m_mutex);
        if (m_blocks.empty()) {
            return std::nullopt;
        }
        std::ranges::pop_heap(m_blocks, std::ranges::greater{}, &Block::bound);
        const Block block = m_blocks.back();
        m_blocks.pop_back();
        return block;
    }

    const ResolvedScenario& m_base;
    const SearchOptions& m_options;
    PlanMemos& m_memos;
    std::vector<Family> m_families;
    std::mutex m_mutex;
    std::vector<Block> m_blocks; ///< a heap
    BestList m_best;
    std::atomic<std::size_t> m_next{0};
    std::atomic<std::uint64_t> m_priced{0};
    std::barrier<> m_bounded; ///< all blocks are in the heap
};

} // namespace

FoundPlans
searchPlans(const ResolvedScenario& base, const SearchOptions& options, PlanMemos& memos) {
    SpaceOptions whole = options.space;
    whole.cancelled = options.cancelled;
    const PlanSpace space(base, whole);
    FoundPlans found = Crew(base, options, memos, familiesOf(space, whole)).run();
    found.decided = space.count();
    found.refusals = space.refusals();
    if (found.plans.empty() && !found.cancelled) {
        found.nearest = nearestPlan(base, space, options, memos.of(0));
    }
    return found;
}

FoundPlans searchPlans(const ResolvedScenario& base, const SearchOptions& options) {
    PlanMemos memos;
    return searchPlans(base, options, memos);
}

ResolvedScenario withPlan(const ResolvedScenario& base, const ParallelPlan& plan) {
    ResolvedScenario planned = base;
    planned.plan = plan;
    planned.microBatches = std::max<std::int64_t>(
        1, ceilDivide(base.workload.globalBatch, plan.microBatch * planned.dataParallel()));
    return planned;
}

} // namespace roofplan

#include "core/search/plan_memo.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Pieces of shapes, some 100 MB of them.
constexpr std::size_t mostPieces = 600'000;

/// Whether the work of layers is the same in both: all but GPUs, batch, tokens, price.
bool sameWork(const ResolvedScenario& a, const ResolvedScenario& b) {
    Workload work = a.workload;
    work.globalBatch = b.workload.globalBatch;
    work.tokens = b.workload.tokens;
    return a.model == b.model && a.gpu == b.gpu && a.nvlink == b.nvlink && a.network == b.network &&
           a.profile == b.profile && a.stack == b.stack && a.instance == b.instance &&
           work == b.workload && a.choices == b.choices &&
           a.networkBandwidth == b.networkBandwidth && a.oversubscription == b.oversubscription &&
           a.gpusPerInstance == b.gpusPerInstance && a.scale == b.scale &&
           a.softwareAge == b.softwareAge && a.machineDerate == b.machineDerate &&
           a.plan.recomputeModules == b.plan.recomputeModules;
}

Seconds sumOfPieces(const TrainingContext& context, const PieceTimes& times) {
    const Transformer& model = context.model();
    // A plan that repeats some layers alone does no less than one that repeats none.
    const std::vector<Seconds>& kinds = times.kinds.empty() ? times.repeatedKinds : times.kinds;
    Seconds sum = times.embedding + times.head;
    for (const std::uint16_t kind : model.layers) {
        sum += kinds[kind];
    }
    return sum;
}

} // namespace

std::size_t FamilyKeyHash::operator()(const FamilyKey& key) const {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
    std::uint64_t hash = 0;
    for (const std::uint64_t part : key.packed) {
        hash = (hash ^ part) * golden;
        hash ^= hash >> 32U;
    }
    return hash;
}

FamilyKey familyKey(const ResolvedScenario& scenario, const ParallelPlan& plan) {
    const std::int64_t domain = scenario.nvlinkDomain.value;
    const Placement tensor =
        placeGroup(plan.tensorParallel, 1, domain, scenario.gpus / plan.tensorParallel);
    // The field table keeps groups below 2^16, their domains too.
    const auto packed = [](std::initializer_list<std::int64_t> fields, unsigned bits) {
        std::uint64_t word = 0;
        for (const std::int64_t field : fields) {
            word = word << bits | static_cast<std::uint64_t>(field);
        }
        return word;
    };
    const bool activations = plan.offload == Offload::Activations || plan.offload == Offload::Both;
    const std::int64_t settings = static_cast<std::int64_t>(repeatedLayers(plan)) * 16 +
                                  static_cast<std::int64_t>(plan.recompute) * 4 +
                                  (plan.sequenceParallel ? 2 : 0) + (activations ? 1 : 0);
    constexpr unsigned wide = 21;
    constexpr unsigned narrow = 16;
    return {{packed({plan.tensorParallel, plan.contextParallel, settings}, wide),
             packed({plan.expertParallel, plan.expertTensorParallel}, wide),
             packed({tensor.domains, tensor.perDomain, domain}, narrow)}};
}

void PlanMemo::prepare(const ResolvedScenario& scenario, std::size_t memos) {
    const std::size_t pieces = m_shapes * (scenario.model->layerKinds.size() + 2);
    if (m_scenario && sameWork(*m_scenario, scenario) && pieces * memos < mostPieces) {
        return;
    }
    m_families.clear();
    m_shapes = 0;
    m_stages.clear();
    m_scenario = scenario;
}

const StageContents& PlanMemo::contents(const TrainingContext& context) {
    auto& list = m_stages[context.partition.stages].byChunks;
    const auto index = static_cast<std::size_t>(context.partition.chunksPerStage - 1);
    if (list.size() <= index) {
        list.resize(index + 1);
    }
    if (!list[index]) {
        list[index] = std::make_unique<const StageContents>(context.model(), context.partition);
    }
    return *list[index];
}

const StageContents& PlanMemo::leastContents(const TrainingContext& context,
                                             std::span<const std::int64_t> chunks) {
    Stages& stages = m_stages[context.partition.stages];
    if (!stages.least || !std::ranges::equal(stages.leastOf, chunks)) {
        std::vector<StageContents> choices;
        std::vector<const StageContents*> pointers;
        choices.reserve(chunks.size());
        StagePartition partition = context.partition;
        for (const std::int64_t count : chunks) {
            partition.chunksPerStage = count;
            pointers.push_back(&choices.emplace_back(context.model(), partition));
        }
        stages.least = std::make_unique<const StageContents>(StageContents::least(pointers));
        stages.leastOf.assign(chunks.begin(), chunks.end());
    }
    return *stages.least;
}

const ShapeCost* ShapeFamily::find(std::int64_t microBatch) const {
    const auto at = std::ranges::lower_bound(m_microBatches, microBatch);
    return at != m_microBatches.end() && *at == microBatch
               ? m_costs[static_cast<std::size_t>(at - m_microBatches.begin())].get()
               : nullptr;
}

const ShapeCost& ShapeFamily::add(std::int64_t microBatch, std::unique_ptr<const ShapeCost> cost) {
    const auto at = std::ranges::lower_bound(m_microBatches, microBatch);
    const auto index = at - m_microBatches.begin();
    m_microBatches.insert(at, microBatch);
    return **m_costs.insert(m_costs.begin() + index, std::move(cost));
}

const ShapeCost& PlanMemo::addShape(const TrainingContext& context, ShapeFamily& family) {
    auto cost = std::make_unique<ShapeCost>();
    cost->sizes = pieceSizes(context);
    cost->times = pieceTimes(context, pieceWorks(context));
    cost->allPieces = sumOfPieces(context, cost->times);
    ++m_shapes;
    return family.add(context.plan().microBatch, std::move(cost));
}

void PlanMemos::prepare(const ResolvedScenario& scenario, int threads) {
    m_memos.resize(std::max(m_memos.size(), static_cast<std::size_t>(threads)));
    for (PlanMemo& memo : m_memos) {
        memo.prepare(scenario, m_memos.size());
    }
}

} // namespace roofplan

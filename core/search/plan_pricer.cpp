#include "core/search/plan_pricer.h"

#include "core/base/integer.h"

#include <algorithm>

namespace roofplan {

PlanPricer::PlanPricer(const ResolvedScenario& base, PlanMemo& memo)
    : m_scenario(base), m_memo(memo), m_context(makeTrainingContext(m_scenario)) {
    const StepOverheads unit = stepOverheads(m_context, Seconds(1.0));
    m_growth = (Seconds(1.0) + unit.stragglers + unit.age).base();
    m_fixed = unit.fixed;
}

std::int64_t PlanPricer::microBatches(const ParallelPlan& plan) const {
    const std::int64_t round = plan.microBatch * plan.dataParallel.value_or(1);
    return std::max<std::int64_t>(1, ceilDivide(m_scenario.workload.globalBatch, round));
}

void PlanPricer::setPlan(const ParallelPlan& plan) {
    m_scenario.plan = plan;
    m_scenario.microBatches = microBatches(plan);
    applyPlan(m_context);
}

void PlanPricer::setRecompute(const ParallelPlan& plan) {
    m_scenario.plan.recompute = plan.recompute;
    m_scenario.plan.recomputeLayers = plan.recomputeLayers;
    m_scenario.plan.offload = plan.offload;
    m_context.activation.recompute = plan.recompute;
}

void PlanPricer::setChunks(std::int64_t virtualPipeline) {
    m_scenario.plan.virtualPipeline = virtualPipeline;
    applyChunks(m_context);
}

void PlanPricer::setSharding(ZeroStage zero, Offload offload) {
    m_scenario.plan.zero = zero;
    m_scenario.plan.offload = offload;
    applySharding(m_context);
}

ShapeFamily& PlanPricer::family(const ParallelPlan& plan) {
    const FamilyKey key = familyKey(m_scenario, plan);
    if (m_family == nullptr || m_familyKey != key) {
        m_family = &m_memo.family(key);
        m_familyKey = key;
    }
    return *m_family;
}

const ShapeCost* PlanPricer::shapeThatFits(const ParallelPlan& plan) {
    ShapeFamily& shapes = family(plan);
    if (shapes.cannotFit(plan.microBatch)) {
        return nullptr;
    }
    if (const ShapeCost* known = shapes.find(plan.microBatch)) {
        return known;
    }
    setPlan(plan);
    if (leastMemory(m_context) > m_scenario.gpu->memory.value) {
        shapes.setCannotFit(plan.microBatch);
        return nullptr;
    }
    return &shape(plan);
}

const ShapeCost& PlanPricer::shape(const ParallelPlan& plan) {
    ShapeFamily& shapes = family(plan);
    if (const ShapeCost* known = shapes.find(plan.microBatch)) {
        return *known;
    }
    // Sharding changes neither works nor sizes, and the times that are kept are those without.
    ParallelPlan whole = plan;
    whole.zero = ZeroStage::None;
    setPlan(whole);
    const ShapeCost& cost = m_memo.addShape(m_context, shapes);
    setPlan(plan);
    return cost;
}

WorstMemory PlanPricer::memory(const ShapeCost& shape, const StageContents& contents) const {
    return worstMemory(m_context, contents, shape.sizes);
}

Seconds PlanPricer::stepTime(const ShapeCost& shape,
                             const PieceTimes& pieces,
                             const StageContents& contents) const {
    return stepTimes(m_context, contents, pieces, shape.sizes).total;
}

Seconds
PlanPricer::afterBound(const ShapeCost& shape, const StageContents& least, Seconds useful) const {
    // Every micro-batch waits for the slowest stage: it takes no more of a step than its share.
    const Seconds pacing = useful / static_cast<double>(m_scenario.microBatches);
    const LocalParameters trained = mostTrained(m_context, least, shape.sizes);
    return dataParallelCost(m_context, trained, pacing).total() +
           optimizerCost(m_context, trained).time;
}

Seconds PlanPricer::stepTimeBound(const ShapeCost& shape,
                                  const StageContents& contents,
                                  const StageTransfer& transfer,
                                  Seconds after) const {
    const StageTimes stages = stageTimes(m_context, contents, shape.times);
    return stepBound(pipelineOf(m_context, stages, transfer).total() + after);
}

Seconds PlanPricer::chunkBound(const ShapeCost& shape,
                               const ParallelPlan& plan,
                               std::int64_t microBatches,
                               std::int64_t chunks) const {
    const auto stages = static_cast<double>(plan.pipelineParallel);
    const auto v = static_cast<double>(chunks);
    const std::int64_t rest = microBatches % plan.pipelineParallel;
    const double idle =
        chunks > 1 && rest != 0 ? static_cast<double>(plan.pipelineParallel - rest) : 0.0;
    const double rounds =
        static_cast<double>(microBatches) + (stages - 1.0) / v + idle * (v - 1.0) / v;
    return stepBound(shape.allPieces * (rounds / stages));
}

Seconds PlanPricer::shapeBound(const ShapeCost& shape,
                               const ParallelPlan& plan,
                               std::int64_t microBatches,
                               std::int64_t most) const {
    const auto stages = static_cast<double>(plan.pipelineParallel);
    const double rounds =
        static_cast<double>(microBatches) + (stages - 1.0) / static_cast<double>(most);
    return stepBound(shape.allPieces * (rounds / stages));
}

} // namespace roofplan

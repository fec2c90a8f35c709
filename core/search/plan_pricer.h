// Step time and memory of many plans of one scenario: what plans share is worked out once.
#pragma once

#include "core/search/plan_memo.h"

#include <cstdint>
#include <span>

namespace roofplan {

/// One plan after the other; numbers are those of evaluateResolved() to the last digit.
class PlanPricer {
public:
    /// `base` is copied; `memo` outlives the pricer.
    PlanPricer(const ResolvedScenario& base, PlanMemo& memo);
    PlanPricer(const PlanPricer&) = delete;
    PlanPricer& operator=(const PlanPricer&) = delete;

    /// The plan that the next calls are about; legal, with dataParallel.
    void setPlan(const ParallelPlan& plan);

    /// The same plan with another recomputation, and activations offloaded or not.
    void setRecompute(const ParallelPlan& plan);

    /// The same plan with other chunks a stage.
    void setChunks(std::int64_t virtualPipeline);

    /// The same plan but for what is sharded and where optimiser states lie.
    void setSharding(ZeroStage zero, Offload offload);

    [[nodiscard]] const ParallelPlan& plan() const { return m_scenario.plan; }

    /// What `plan` shares with those of its shape; kept by the memo. Sets the plan where nobody has
    /// asked for its shape yet.
    [[nodiscard]] const ShapeCost& shape(const ParallelPlan& plan);

    /// The same; null where no plan of the shape fits, however recomputed, offloaded or sharded.
    [[nodiscard]] const ShapeCost* shapeThatFits(const ParallelPlan& plan);

    [[nodiscard]] const StageContents& contents() { return m_memo.contents(m_context); }

    /// The least that stages hold whichever of `chunks` the plan has.
    [[nodiscard]] const StageContents& leastContents(std::span<const std::int64_t> chunks) {
        return m_memo.leastContents(m_context, chunks);
    }

    /// `shape` and `contents` of the plan.
    [[nodiscard]] WorstMemory memory(const ShapeCost& shape, const StageContents& contents) const;

    /// The same of the GPUs alone.
    [[nodiscard]] Bytes memoryPeak(const ShapeCost& shape, const StageContents& contents) const {
        return memory(shape, contents).memory.total();
    }

    [[nodiscard]] const ResolvedScenario& scenario() const { return m_scenario; }

    /// `pieces` of the plan: shape.times, or pieceTimes() where layers are sharded.
    [[nodiscard]] Seconds
    stepTime(const ShapeCost& shape, const PieceTimes& pieces, const StageContents& contents) const;

    /// Of a plan that shards its layers; PP and virtual PP leave them alone.
    [[nodiscard]] PieceTimes shardedTimes() const {
        return pieceTimes(m_context, pieceWorks(m_context));
    }

    /// Of the plan: what data parallelism and the optimiser take at least in a step of at most
    /// `useful`, `least` being no more than what its stages hold.
    [[nodiscard]] Seconds
    afterBound(const ShapeCost& shape, const StageContents& least, Seconds useful) const;

    /// Of the plan and those on its stages.
    [[nodiscard]] StageTransfer transfer() const { return stageTransfer(m_context); }

    /// Micro-batches a step of a plan.
    [[nodiscard]] std::int64_t microBatches(const ParallelPlan& plan) const;

    // Bounds: no plan has a shorter step that differs

    /// in what is sharded and in where optimiser states lie alone (`after` bounds what that takes);
    [[nodiscard]] Seconds stepTimeBound(const ShapeCost& shape,
                                        const StageContents& contents,
                                        const StageTransfer& transfer,
                                        Seconds after) const;

    /// nor in which layers lie where, or recomputes or offloads more. `plan` is of `shape` and need
    /// not be set. Stages at best take an equal share t of all pieces each: nm·t + (p−1)·t/v, and
    /// (v−1)·t/v for each micro-batch missing in the last round;
    [[nodiscard]] Seconds chunkBound(const ShapeCost& shape,
                                     const ParallelPlan& plan,
                                     std::int64_t microBatches,
                                     std::int64_t chunks) const;

    /// nor has fewer chunks than `most`.
    [[nodiscard]] Seconds shapeBound(const ShapeCost& shape,
                                     const ParallelPlan& plan,
                                     std::int64_t microBatches,
                                     std::int64_t most) const;

private:
    [[nodiscard]] ShapeFamily& family(const ParallelPlan& plan);

    /// A step that does `work`, from below.
    [[nodiscard]] Seconds stepBound(Seconds work) const {
        return (work * m_growth + m_fixed) * roundingSlack;
    }

    /// Bounds add in another order than steps: what is closer than this counts as equal.
    static constexpr double roundingSlack = 1.0 - 1e-12;

    ResolvedScenario m_scenario;
    PlanMemo& m_memo;
    FamilyKey m_familyKey; ///< of the family that was asked for last
    ShapeFamily* m_family = nullptr;
    TrainingContext m_context;
    double m_growth = 1.0; ///< of work by stragglers and age
    Seconds m_fixed;
};

} // namespace roofplan

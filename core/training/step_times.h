// How the times of pieces make up a step: stages, schedule, data parallelism, optimiser, overheads.
#pragma once

#include "core/schedule/pipeline_schedule.h"
#include "core/training/data_parallel.h"
#include "core/training/optimizer_step.h"
#include "core/training/stage_memory.h"
#include "core/training/step_pieces.h"

namespace roofplan {

/// The slowest stage and all together, a micro-batch forward and backward.
struct StageTimes {
    std::int64_t pacing = 0;
    Seconds pacingTime;
    Seconds all;
};

[[nodiscard]] StageTimes
stageTimes(const TrainingContext& context, const StageContents& contents, const PieceTimes& pieces);

/// The stage that needs most memory.
struct WorstMemory {
    std::int64_t stage = 0;
    StageMemory memory;
    Bytes hosted;            ///< in the memory of a server, by the stage that keeps most there
    Bytes hostedActivations; ///< the same of activations alone

    /// Whether GPUs and servers hold it; servers whose memory nobody knows do.
    [[nodiscard]] bool fits(const ResolvedScenario& scenario) const {
        const std::optional<Sourced<Bytes>> host = scenario.hostMemory();
        return memory.total() <= scenario.gpu->memory.value && (!host || hosted <= host->value);
    }
};

[[nodiscard]] WorstMemory
worstMemory(const TrainingContext& context, const StageContents& contents, const PieceSizes& sizes);

/// Of the stage that trains most of them.
[[nodiscard]] LocalParameters
mostTrained(const TrainingContext& context, const StageContents& contents, const PieceSizes& sizes);

/// The activation between two chunks.
struct StageTransfer {
    Bytes message;
    CollectiveCost cost;
};

/// 2·T·h bytes, 1/TP of it where each rank holds or sends a shard; nothing without a pipeline.
[[nodiscard]] StageTransfer stageTransfer(const TrainingContext& context);

[[nodiscard]] PipelineTime
pipelineOf(const TrainingContext& context, const StageTimes& stages, const StageTransfer& transfer);

/// What is added to the work of a step. Grows with the work.
struct StepOverheads {
    double doublings = 0.0; ///< of the GPU count beyond 8
    Seconds stragglers;
    Seconds age; ///< of the software
    Seconds fixed;

    /// Of a step that does `work`.
    [[nodiscard]] Seconds step(Seconds work) const { return work + stragglers + age + fixed; }
};

[[nodiscard]] StepOverheads stepOverheads(const TrainingContext& context, Seconds work);

/// All that a step takes.
struct StepTimes {
    StageTimes stages;
    StageTransfer transfer;
    PipelineTime pipeline;
    DataParallelCost data;
    OptimizerCost optimizer;
    StepOverheads overheads;
    Seconds total;
};

[[nodiscard]] StepTimes stepTimes(const TrainingContext& context,
                                  const StageContents& contents,
                                  const PieceTimes& pieces,
                                  const PieceSizes& sizes);

} // namespace roofplan

#include "core/training/step_times.h"

#include "core/collectives/point_to_point.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

StageTimes stageTimes(const TrainingContext& context,
                      const StageContents& contents,
                      const PieceTimes& pieces) {
    StageTimes times;
    for (const StageContent& content : contents) {
        Seconds time;
        visitStage(context, pieces, content,
                   [&](Piece, Seconds each, double count) { time += each * count; });
        times.all += time * static_cast<double>(content.stages);
        if (time > times.pacingTime) {
            times.pacingTime = time;
            times.pacing = content.stage;
        }
    }
    return times;
}

WorstMemory worstMemory(const TrainingContext& context,
                        const StageContents& contents,
                        const PieceSizes& sizes) {
    WorstMemory worst;
    for (const StageContent& content : contents) {
        const StageMemory memory = stageMemory(context, sizes, content);
        if (memory.total() > worst.memory.total()) {
            worst.memory = memory;
            worst.stage = content.stage;
        }
        const Hosted hosted = hostedBytes(context, sizes, content);
        worst.hosted = std::max(worst.hosted, hosted.total());
        worst.hostedActivations = std::max(worst.hostedActivations, hosted.activations);
    }
    // PP is outermost: the GPUs of a server hold the same stage.
    const ResolvedScenario& r = *context.scenario;
    const auto gpus = static_cast<double>(std::min(r.gpus, r.gpusPerServer()));
    worst.hosted = worst.hosted * gpus;
    worst.hostedActivations = worst.hostedActivations * gpus;
    return worst;
}

LocalParameters mostTrained(const TrainingContext& context,
                            const StageContents& contents,
                            const PieceSizes& sizes) {
    LocalParameters most;
    for (const StageContent& content : contents) {
        const LocalParameters trained = stageTrained(context, sizes, content);
        if (trained.total() > most.total()) {
            most = trained;
        }
    }
    return most;
}

StageTransfer stageTransfer(const TrainingContext& context) {
    if (context.partition.stages <= 1) {
        return {};
    }
    const bool sharded =
        context.layer.sequenceParallel || context.scenario->choices.scatterGatherPipeline;
    const double ranks = sharded ? static_cast<double>(context.plan().tensorParallel) : 1.0;
    StageTransfer transfer;
    transfer.message =
        Bytes(2.0 * context.layer.tokens() * static_cast<double>(context.model().hidden) / ranks);
    transfer.cost = sendReceive(transfer.message, context.pipelineOverNetwork, context.links);
    return transfer;
}

PipelineTime pipelineOf(const TrainingContext& context,
                        const StageTimes& stages,
                        const StageTransfer& transfer) {
    return pipelineTime({.stages = context.plan().pipelineParallel,
                         .chunks = context.plan().virtualPipeline,
                         .microBatches = context.scenario->microBatches,
                         .pacingStage = stages.pacingTime,
                         .allStages = stages.all,
                         .transfer = transfer.cost.time,
                         .transferExposed = context.transferExposed});
}

StepOverheads stepOverheads(const TrainingContext& context, Seconds work) {
    const Stack& stack = context.stack();
    StepOverheads more;
    constexpr double reference = 8.0;
    more.doublings =
        std::max(0.0, std::log2(static_cast<double>(context.scenario->gpus) / reference));
    more.stragglers = work * (stack.jitterPerDoubling.value * more.doublings);
    more.fixed = stack.fixedStep.value * (1.0 + more.doublings);
    more.age = (work + more.stragglers) * (stack.agePerYear.value * context.softwareAge);
    return more;
}

StepTimes stepTimes(const TrainingContext& context,
                    const StageContents& contents,
                    const PieceTimes& pieces,
                    const PieceSizes& sizes) {
    StepTimes step;
    step.stages = stageTimes(context, contents, pieces);
    step.transfer = stageTransfer(context);
    step.pipeline = pipelineOf(context, step.stages, step.transfer);
    const LocalParameters trained = mostTrained(context, contents, sizes);
    step.data = dataParallelCost(context, trained, step.stages.pacingTime);
    step.optimizer = optimizerCost(context, trained);
    const Seconds work = step.pipeline.total() + step.data.total() + step.optimizer.time;
    step.overheads = stepOverheads(context, work);
    step.total = step.overheads.step(work);
    return step;
}

} // namespace roofplan

#include "core/training/stage_memory.h"

#include "core/base/integer.h"
#include "core/memory/model_states.h"
#include "core/schedule/pipeline_schedule.h"

#include <algorithm>

namespace roofplan {

double stageParameters(const TrainingContext& context, std::int64_t stage) {
    const Transformer& model = context.model();
    const std::int64_t tp = context.plan().tensorParallel;
    double count = 0.0;
    visitStageKinds(context, stage, [&](std::size_t kind, double layers) {
        count += layers * localLayerParameters(model, model.layerKinds[kind], tp);
    });
    if (stage == 0) {
        count += localEmbeddingParameters(model, tp);
    }
    if (context.lastStage(stage)) {
        count += localHeadParameters(model, tp, stage != 0);
    }
    return count;
}

namespace {

Bytes stageActivations(const TrainingContext& context, std::int64_t stage, double inFlight) {
    const Transformer& model = context.model();
    Bytes perMicroBatch;
    visitStageKinds(context, stage, [&](std::size_t kind, double layers) {
        perMicroBatch +=
            layerActivations(model, model.layerKinds[kind], context.activation) * layers;
    });
    Bytes bytes = perMicroBatch * inFlight;
    if (stage == 0) {
        bytes += embeddingActivations(model, context.activation) * inFlight;
    }
    if (context.lastStage(stage)) {
        bytes += headActivations(model, context.activation);
    }
    return bytes;
}

Bytes workspace(const TrainingContext& context, std::int64_t stage) {
    constexpr double bufferBytes = 2.0;
    const Transformer& model = context.model();
    ActivationContext recomputed = context.activation;
    recomputed.recompute = Recompute::None;
    Bytes largest;
    visitStageKinds(context, stage, [&](std::size_t index, double layers) {
        if (layers <= 0.0) {
            return;
        }
        const LayerKind& kind = model.layerKinds[index];
        Bytes bytes(bufferBytes *
                    localLinearParameters(model, kind, context.plan().tensorParallel));
        if (context.plan().recompute == Recompute::Full) {
            bytes += layerActivations(model, kind, recomputed);
        }
        largest = std::max(largest, bytes);
    });
    return largest;
}

} // namespace

StageMemory stageMemory(const TrainingContext& context, std::int64_t stage) {
    const ResolvedScenario& scenario = *context.scenario;
    const ParallelPlan& plan = context.plan();
    const Stack& stack = context.stack();
    const double shards = plan.zero == ZeroStage::Zero1
                              ? static_cast<double>(scenario.dataParallel() * plan.contextParallel)
                              : 1.0;
    const ModelStates states =
        modelStates(stageParameters(context, stage), stack.gradientBytes.value, shards);
    const double inFlight = microBatchesInFlight(stage, plan.pipelineParallel, plan.virtualPipeline,
                                                 scenario.microBatches);

    StageMemory memory;
    memory[MemoryPart::Weights] = states.weights;
    memory[MemoryPart::Gradients] = states.gradients;
    memory[MemoryPart::OptimizerState] = states.optimizer;
    memory[MemoryPart::Activations] = stageActivations(context, stage, inFlight);
    if (context.lastStage(stage)) {
        const auto columns =
            static_cast<double>(ceilDivide(context.model().vocabulary, plan.tensorParallel));
        memory[MemoryPart::Logits] =
            Bytes(stack.logitMemoryBytes.value * context.layer.tokens() * columns);
    }
    memory[MemoryPart::Workspace] = workspace(context, stage);
    memory[MemoryPart::Reserve] = stack.memoryReserve.value;
    return memory;
}

} // namespace roofplan

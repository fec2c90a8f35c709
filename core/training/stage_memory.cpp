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

constexpr double bufferBytes = 2.0;

/// What the parts of a stage's memory are made of.
struct StageParts {
    double parameters = 0.0;
    double shards = 1.0;
    Bytes perMicroBatch;     ///< activations
    double inFlight = 0.0;   ///< micro-batches
    Bytes edge;              ///< activations of embedding and head
    double vocabulary = 0.0; ///< columns of the head on this stage, 0 without a head
    double linear = 0.0;     ///< parameters of the linears of the largest layer
    Bytes recomputed;        ///< activations of one layer under full recomputation
};

/// The buffers a layer needs while it runs; the largest of the stage's kinds counts.
void addWorkspace(const TrainingContext& context, const LayerKind& kind, StageParts& parts) {
    const Transformer& model = context.model();
    const double linear = localLinearParameters(model, kind, context.plan().tensorParallel);
    Bytes recomputed;
    if (context.plan().recompute == Recompute::Full) {
        ActivationContext whole = context.activation;
        whole.recompute = Recompute::None;
        recomputed = layerActivations(model, kind, whole);
    }
    if (Bytes(bufferBytes * linear) + recomputed >
        Bytes(bufferBytes * parts.linear) + parts.recomputed) {
        parts.linear = linear;
        parts.recomputed = recomputed;
    }
}

StageParts stageParts(const TrainingContext& context, std::int64_t stage) {
    const Transformer& model = context.model();
    const ParallelPlan& plan = context.plan();
    StageParts parts;
    parts.parameters = stageParameters(context, stage);
    if (plan.zero == ZeroStage::Zero1) {
        parts.shards = static_cast<double>(context.scenario->dataParallel() * plan.contextParallel);
    }
    parts.inFlight = microBatchesInFlight(stage, plan.pipelineParallel, plan.virtualPipeline,
                                          context.scenario->microBatches);
    visitStageKinds(context, stage, [&](std::size_t index, double layers) {
        const LayerKind& kind = model.layerKinds[index];
        parts.perMicroBatch += layerActivations(model, kind, context.activation) * layers;
        if (layers > 0.0) {
            addWorkspace(context, kind, parts);
        }
    });
    if (stage == 0) {
        parts.edge += embeddingActivations(model, context.activation) * parts.inFlight;
    }
    if (context.lastStage(stage)) {
        parts.edge += headActivations(model, context.activation);
        parts.vocabulary = static_cast<double>(ceilDivide(model.vocabulary, plan.tensorParallel));
    }
    return parts;
}

} // namespace

StageMemory stageMemory(const TrainingContext& context, std::int64_t stage) {
    const Stack& stack = context.stack();
    const StageParts parts = stageParts(context, stage);
    const ModelStates states =
        modelStates(parts.parameters, stack.gradientBytes.value, parts.shards);
    StageMemory memory;
    memory[MemoryPart::Weights] = states.weights;
    memory[MemoryPart::Gradients] = states.gradients;
    memory[MemoryPart::OptimizerState] = states.optimizer;
    memory[MemoryPart::Activations] = parts.perMicroBatch * parts.inFlight + parts.edge;
    memory[MemoryPart::Logits] =
        Bytes(stack.logitMemoryBytes.value * context.layer.tokens() * parts.vocabulary);
    memory[MemoryPart::Workspace] = Bytes(bufferBytes * parts.linear) + parts.recomputed;
    memory[MemoryPart::Reserve] = stack.memoryReserve.value;
    return memory;
}

MemoryDerivations deriveStageMemory(const TrainingContext& context, std::int64_t stage) {
    const Stack& stack = context.stack();
    const StageParts parts = stageParts(context, stage);
    const Input local{Symbol::Parameters, parts.parameters};
    MemoryDerivations all;
    const auto put = [&all](MemoryPart part, const Derivation& derivation) {
        all[static_cast<std::size_t>(part)] = derivation;
    };
    put(MemoryPart::Weights,
        {Formula::Weights, {{Symbol::BytesPerParameter, weightBytes}, local}, {}});
    put(MemoryPart::Gradients, {Formula::Gradients,
                                {{Symbol::BytesPerParameter, stack.gradientBytes.value}, local},
                                {stack.gradientBytes.fact}});
    put(MemoryPart::OptimizerState,
        {Formula::OptimizerState,
         {{Symbol::BytesPerParameter, optimizerBytes}, local, {Symbol::Shards, parts.shards}},
         {}});
    put(MemoryPart::Activations, {Formula::Activations,
                                  {{Symbol::MicroBatchActivations, parts.perMicroBatch.base()},
                                   {Symbol::InFlight, parts.inFlight},
                                   {Symbol::EdgeActivations, parts.edge.base()}},
                                  {}});
    put(MemoryPart::Logits, {Formula::Logits,
                             {{Symbol::LogitBytes, stack.logitMemoryBytes.value},
                              {Symbol::MicroBatchTokens, context.layer.tokens()},
                              {Symbol::VocabularyColumns, parts.vocabulary}},
                             {stack.logitMemoryBytes.fact}});
    put(MemoryPart::Workspace, {Formula::Workspace,
                                {{Symbol::LinearParameters, parts.linear},
                                 {Symbol::LayerActivations, parts.recomputed.base()}},
                                {}});
    put(MemoryPart::Reserve, {Formula::Reserve,
                              {{Symbol::ReserveMemory, stack.memoryReserve.value.base()}},
                              {stack.memoryReserve.fact}});
    return all;
}

} // namespace roofplan

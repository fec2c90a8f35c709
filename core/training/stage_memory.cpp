#include "core/training/stage_memory.h"

#include "core/base/integer.h"
#include "core/operators/mixer_kernels.h"
#include "core/schedule/pipeline_schedule.h"

#include <algorithm>

namespace roofplan {

LocalParameters stageParameters(const TrainingContext& context, std::int64_t stage) {
    const Transformer& model = context.model();
    const std::int64_t tp = context.plan().tensorParallel;
    LocalParameters local;
    visitStageKinds(context, stage, [&](std::size_t kind, double layers) {
        local += localLayerParameters(model, model.layerKinds[kind], context.split) * layers;
    });
    if (stage == 0) {
        local.dense += localEmbeddingParameters(model, tp);
    }
    if (context.lastStage(stage)) {
        local.dense += localHeadParameters(model, tp, stage != 0);
        if (const auto& prediction = model.multiTokenPrediction) {
            LocalParameters module =
                localLayerParameters(model, model.layerKinds[prediction->kind], context.split);
            module.dense += localPredictionParameters(model, tp);
            local += module * static_cast<double>(prediction->modules);
        }
    }
    return local;
}

LocalParameters stageTrained(const TrainingContext& context, std::int64_t stage) {
    if (!context.layer.frozen) {
        return stageParameters(context, stage);
    }
    const Transformer& model = context.model();
    const auto rank = static_cast<double>(context.layer.adapterRank);
    LocalParameters local;
    visitStageKinds(context, stage, [&](std::size_t kind, double layers) {
        const AttentionLinears attention =
            attentionLinears(model.layerKinds[kind].tokenMixer, model.hidden, context.layer);
        for (const LinearList& list : {attention.input, attention.output}) {
            for (const Linear& linear : list) {
                local.dense += layers * rank * static_cast<double>(linear.depth + linear.columns);
            }
        }
    });
    return local;
}

Bytes keptActivations(const TrainingContext& context, const LayerKind& kind, double repeated) {
    const Transformer& model = context.model();
    if (repeated >= 1.0) {
        return layerActivations(model, kind, context.activation);
    }
    ActivationContext kept = context.activation;
    kept.recompute = kept.recompute == Recompute::Full ? Recompute::None : kept.recompute;
    const Bytes whole = layerActivations(model, kind, kept);
    return repeated <= 0.0 ? whole
                           : whole * (1.0 - repeated) +
                                 layerActivations(model, kind, context.activation) * repeated;
}

namespace {

constexpr double bufferBytes = 2.0;

/// What the parts of a stage's memory are made of.
struct StageParts {
    LocalParameters parameters;
    LocalParameters trained;
    StateShards dense;
    StateShards expert;
    Bytes perMicroBatch;     ///< activations
    Bytes largestLayer;      ///< of them
    double inFlight = 0.0;   ///< micro-batches
    Bytes edge;              ///< activations of embedding and head
    double vocabulary = 0.0; ///< columns of the head on this stage, 0 without a head
    double linear = 0.0;     ///< parameters of the linears of the largest layer
    double gathered = 0.0;   ///< parameters of the largest layer, twice, where they are sharded
    Bytes logits;
    Bytes recomputed; ///< inputs gathered over TP and a whole layer's activations made again, as
                      ///< far as they exceed the logits
};

/// Ranks that share the states of parameters with `replicas` copies.
StateShards stateShards(const TrainingContext& context, double replicas, double all) {
    StateShards shards;
    switch (context.plan().zero) {
    case ZeroStage::None:
        return shards;
    case ZeroStage::Zero1:
        shards.optimizer = replicas;
        return shards;
    case ZeroStage::Zero2:
        shards.optimizer = replicas;
        shards.gradients = replicas;
        return shards;
    case ZeroStage::Fsdp:
    case ZeroStage::Hsdp:
        break;
    }
    if (context.keepsGathered()) {
        shards.optimizer = all;
        return shards;
    }
    return {.weights = all, .gradients = all, .optimizer = all};
}

/// The buffers a layer needs while it runs; the largest of the stage's kinds counts.
void addWorkspace(const TrainingContext& context, const LayerKind& kind, StageParts& parts) {
    const Transformer& model = context.model();
    const double linear =
        context.layer.frozen ? 0.0 : localLinearParameters(model, kind, context.split);
    // With sequence parallelism a linear's input is gathered from all TP ranks.
    const bool gathers = context.layer.sequenceParallel && context.plan().tensorParallel > 1;
    Bytes recomputed(
        gathers ? bufferBytes * context.layer.tokens() * static_cast<double>(model.hidden) : 0.0);
    if (repeatedLayers(context.plan()) != RepeatedLayers::None) {
        ActivationContext whole = context.activation;
        whole.recompute = Recompute::None;
        recomputed += layerActivations(model, kind, whole);
    }
    if (Bytes(bufferBytes * linear) + recomputed >
        Bytes(bufferBytes * parts.linear) + parts.recomputed) {
        parts.linear = linear;
        parts.recomputed = recomputed;
    }
    if (context.shardsParameters()) {
        // The layer that runs and the one gathered ahead of it; FP32 gradients on their way out.
        const double gathered = context.keepsGathered() ? 0.0 : 2.0;
        const double scattered = context.layer.frozen ? 0.0 : 2.0;
        const LocalParameters layer = localLayerParameters(model, kind, context.split);
        // Experts with a single copy are whole where they are.
        const double experts = context.expertShardGroup.ranks > 1 ? layer.expert : 0.0;
        parts.gathered = std::max(parts.gathered, (gathered + scattered) * (layer.dense + experts));
    }
}

StageParts stageParts(const TrainingContext& context, std::int64_t stage) {
    const Transformer& model = context.model();
    const ParallelPlan& plan = context.plan();
    StageParts parts;
    parts.parameters = stageParameters(context, stage);
    parts.trained = context.layer.frozen ? stageTrained(context, stage) : parts.parameters;
    parts.dense =
        stateShards(context, static_cast<double>(context.dataGroup.ranks), context.denseShards());
    parts.expert = stateShards(context, static_cast<double>(context.expertDataGroup.ranks),
                               context.expertShards());
    parts.inFlight = microBatchesInFlight(stage, plan.pipelineParallel, plan.virtualPipeline,
                                          context.scenario->microBatches);
    const double repeated = repeatedShare(context, stage);
    const auto layers = [&](std::size_t index, double count) {
        const LayerKind& kind = model.layerKinds[index];
        const Bytes kept = keptActivations(context, kind, repeated);
        parts.perMicroBatch += kept * count;
        parts.largestLayer = std::max(parts.largestLayer, kept);
        if (count > 0.0) {
            addWorkspace(context, kind, parts);
        }
    };
    visitStageKinds(context, stage, layers);
    if (stage == 0) {
        parts.edge += embeddingActivations(model, context.activation) * parts.inFlight;
    }
    if (context.lastStage(stage)) {
        double heads = 1.0;
        if (const auto& prediction = model.multiTokenPrediction) {
            const auto modules = static_cast<double>(prediction->modules);
            layers(prediction->kind, modules);
            heads += modules;
        }
        parts.edge += headActivations(model, context.activation) * heads;
        parts.vocabulary = static_cast<double>(ceilDivide(model.vocabulary, plan.tensorParallel));
    }
    parts.logits =
        Bytes(context.stack().logitMemoryBytes.value * context.layer.tokens() * parts.vocabulary);
    // The logits are gone before the first layer runs backward: the larger of the two counts.
    parts.recomputed = std::max(Bytes(), parts.recomputed - parts.logits);
    if (context.offloadsActivations()) {
        // The layer that runs and the one on its way.
        constexpr double buffers = 2.0;
        parts.perMicroBatch = parts.largestLayer * buffers;
        parts.inFlight = 1.0;
    }
    return parts;
}

/// Weights of all parameters; gradients and optimiser of the trained ones. Offloaded optimiser
/// states lie in the host's memory.
ModelStates stageStates(const StageParts& parts, double gradientBytes, bool offloaded) {
    const ModelStates all = modelStates(parts.parameters.dense, gradientBytes, parts.dense);
    const ModelStates allExperts =
        modelStates(parts.parameters.expert, gradientBytes, parts.expert);
    const ModelStates dense = modelStates(parts.trained.dense, gradientBytes, parts.dense);
    const ModelStates experts = modelStates(parts.trained.expert, gradientBytes, parts.expert);
    return {.weights = all.weights + allExperts.weights,
            .gradients = dense.gradients + experts.gradients,
            .optimizer = offloaded ? Bytes() : dense.optimizer + experts.optimizer};
}

} // namespace

StageMemory stageMemory(const TrainingContext& context, std::int64_t stage) {
    const Stack& stack = context.stack();
    const StageParts parts = stageParts(context, stage);
    const ModelStates states =
        stageStates(parts, stack.gradientBytes.value, context.offloadsOptimizer());
    StageMemory memory;
    memory[MemoryPart::Weights] = states.weights;
    memory[MemoryPart::Gradients] = states.gradients;
    memory[MemoryPart::OptimizerState] = states.optimizer;
    memory[MemoryPart::Activations] = parts.perMicroBatch * parts.inFlight + parts.edge;
    memory[MemoryPart::Logits] = parts.logits;
    memory[MemoryPart::Workspace] =
        Bytes(bufferBytes * (parts.linear + parts.gathered)) + parts.recomputed;
    memory[MemoryPart::Reserve] = stack.memoryReserve.value;
    return memory;
}

MemoryDerivations deriveStageMemory(const TrainingContext& context, std::int64_t stage) {
    const Stack& stack = context.stack();
    const StageParts parts = stageParts(context, stage);
    const Input local{Symbol::Parameters, parts.parameters.dense};
    const Input experts{Symbol::ExpertParameters, parts.parameters.expert};
    const Input trained{Symbol::Parameters, parts.trained.dense};
    const Input trainedExperts{Symbol::ExpertParameters, parts.trained.expert};
    MemoryDerivations all;
    const auto put = [&all](MemoryPart part, const Derivation& derivation) {
        all[static_cast<std::size_t>(part)] = derivation;
    };
    put(MemoryPart::Weights, {Formula::Weights,
                              {{Symbol::BytesPerParameter, weightBytes},
                               local,
                               experts,
                               {Symbol::Shards, parts.dense.weights},
                               {Symbol::ExpertShards, parts.expert.weights}},
                              {}});
    put(MemoryPart::Gradients, {Formula::Gradients,
                                {{Symbol::BytesPerParameter, stack.gradientBytes.value},
                                 trained,
                                 trainedExperts,
                                 {Symbol::Shards, parts.dense.gradients},
                                 {Symbol::ExpertShards, parts.expert.gradients}},
                                {stack.gradientBytes.fact}});
    put(MemoryPart::OptimizerState,
        {Formula::OptimizerState,
         {{Symbol::BytesPerParameter, context.offloadsOptimizer() ? 0.0 : optimizerBytes},
          trained,
          trainedExperts,
          {Symbol::Shards, parts.dense.optimizer},
          {Symbol::ExpertShards, parts.expert.optimizer}},
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
                                {{Symbol::LinearParameters, parts.linear + parts.gathered},
                                 {Symbol::LayerActivations, parts.recomputed.base()}},
                                {}});
    put(MemoryPart::Reserve, {Formula::Reserve,
                              {{Symbol::ReserveMemory, stack.memoryReserve.value.base()}},
                              {stack.memoryReserve.fact}});
    return all;
}

} // namespace roofplan

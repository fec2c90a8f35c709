#include "core/training/stage_memory.h"

#include "core/base/integer.h"
#include "core/operators/mixer_kernels.h"
#include "core/schedule/pipeline_schedule.h"

#include <algorithm>

namespace roofplan {

Bytes keptActivations(const TrainingContext& context, const LayerKind& kind, bool repeated) {
    ActivationContext kept = context.activation;
    if (!repeated && kept.recompute == Recompute::Full) {
        kept.recompute = Recompute::None;
    }
    return layerActivations(context.model(), kind, kept);
}

namespace {

constexpr double bufferBytes = 2.0;

/// Pairs of low rank beside the projections of attention.
double adapterParameters(const TrainingContext& context, const LayerKind& kind) {
    const auto rank = static_cast<double>(context.layer.adapterRank);
    const AttentionLinears attention =
        attentionLinears(kind.tokenMixer, context.model().hidden, context.layer);
    double adapters = 0.0;
    for (const LinearList& list : {attention.input, attention.output}) {
        for (const Linear& linear : list) {
            adapters += rank * static_cast<double>(linear.depth + linear.columns);
        }
    }
    return adapters;
}

LayerSizes layerSizes(const TrainingContext& context, const LayerKind& kind) {
    const Transformer& model = context.model();
    LayerSizes sizes;
    sizes.parameters = localLayerParameters(model, kind, context.split);
    sizes.trained = sizes.parameters;
    sizes.kept = keptActivations(context, kind, false);
    if (context.layer.frozen) {
        sizes.trained = {.dense = adapterParameters(context, kind)};
    } else {
        sizes.linear = localLinearParameters(model, kind, context.split);
    }
    // With sequence parallelism a linear's input is gathered from all TP ranks.
    if (context.layer.sequenceParallel && context.plan().tensorParallel > 1) {
        sizes.recomputed =
            Bytes(bufferBytes * context.layer.tokens() * static_cast<double>(model.hidden));
    }
    if (repeatedLayers(context.plan()) != RepeatedLayers::None) {
        sizes.keptRepeated = keptActivations(context, kind, true);
        sizes.recomputed += sizes.kept;
    }
    return sizes;
}

/// Adds what `content` holds of `each`, a part of LayerSizes.
LocalParameters stageSum(const TrainingContext& context,
                         const PieceSizes& sizes,
                         const StageContent& content,
                         LocalParameters LayerSizes::*each) {
    LocalParameters sum;
    for (std::size_t kind = 0; kind < sizes.kinds.size(); ++kind) {
        sum += sizes.kinds[kind].*each * content.kinds[kind];
    }
    if (const auto& prediction = context.model().multiTokenPrediction; prediction && content.last) {
        sum += sizes.kinds[prediction->kind].*each * static_cast<double>(prediction->modules);
    }
    return sum;
}

/// What the parts of a stage's memory are made of.
struct StageParts {
    LocalParameters parameters;
    LocalParameters trained;
    StateShards dense;
    StateShards expert;
    Bytes perMicroBatch;     ///< activations
    Bytes hosted;            ///< activations of all micro-batches in flight, in the host's memory
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
void addWorkspace(const TrainingContext& context, const LayerSizes& layer, StageParts& parts) {
    if (Bytes(bufferBytes * layer.linear) + layer.recomputed >
        Bytes(bufferBytes * parts.linear) + parts.recomputed) {
        parts.linear = layer.linear;
        parts.recomputed = layer.recomputed;
    }
    if (context.shardsParameters()) {
        // The layer that runs and the one gathered ahead of it; FP32 gradients on their way out.
        const double gathered = context.keepsGathered() ? 0.0 : 2.0;
        const double scattered = context.layer.frozen ? 0.0 : 2.0;
        // Experts with a single copy are whole where they are.
        const double experts = context.expertShardGroup.ranks > 1 ? layer.parameters.expert : 0.0;
        parts.gathered =
            std::max(parts.gathered, (gathered + scattered) * (layer.parameters.dense + experts));
    }
}

/// `repeated`: share of the layers that are recomputed as a whole.
Bytes keptOf(const LayerSizes& layer, double repeated) {
    return repeated <= 0.0   ? layer.kept
           : repeated >= 1.0 ? layer.keptRepeated
                             : layer.kept * (1.0 - repeated) + layer.keptRepeated * repeated;
}

/// Activations and buffers of the layers.
void addLayers(const TrainingContext& context,
               const PieceSizes& sizes,
               const StageContent& content,
               StageParts& parts) {
    const double repeated = repeatedShare(context.plan(), content.layers);
    const auto add = [&](const LayerSizes& layer, double count) {
        if (count > 0.0) {
            const Bytes kept = keptOf(layer, repeated);
            parts.perMicroBatch += kept * count;
            parts.largestLayer = std::max(parts.largestLayer, kept);
            addWorkspace(context, layer, parts);
        }
    };
    for (std::size_t kind = 0; kind < sizes.kinds.size(); ++kind) {
        add(sizes.kinds[kind], content.kinds[kind]);
    }
    if (const auto& prediction = context.model().multiTokenPrediction; prediction && content.last) {
        add(sizes.kinds[prediction->kind], static_cast<double>(prediction->modules));
    }
}

StageParts
stageParts(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content) {
    const ParallelPlan& plan = context.plan();
    StageParts parts;
    parts.parameters = stageParameters(context, sizes, content);
    parts.trained = context.layer.frozen ? stageTrained(context, sizes, content) : parts.parameters;
    parts.dense =
        stateShards(context, static_cast<double>(context.dataGroup.ranks), context.denseShards());
    parts.expert = stateShards(context, static_cast<double>(context.expertDataGroup.ranks),
                               context.expertShards());
    parts.inFlight = microBatchesInFlight(content.stage, plan.pipelineParallel,
                                          plan.virtualPipeline, context.scenario->microBatches);
    addLayers(context, sizes, content, parts);
    if (content.first) {
        parts.edge += sizes.embeddingActivations * parts.inFlight;
    }
    if (content.last) {
        const auto& prediction = context.model().multiTokenPrediction;
        const double more = prediction ? static_cast<double>(prediction->modules) : 0.0;
        parts.edge += sizes.headActivations * (1.0 + more);
        parts.vocabulary = sizes.vocabulary;
        parts.logits = sizes.logits;
    }
    // The logits are gone before the first layer runs backward: the larger of the two counts.
    parts.recomputed = std::max(Bytes(), parts.recomputed - parts.logits);
    if (context.offloadsActivations()) {
        // The layer that runs and the one on its way.
        constexpr double buffers = 2.0;
        parts.hosted = parts.perMicroBatch * parts.inFlight;
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

PieceSizes pieceSizes(const TrainingContext& context) {
    const Transformer& model = context.model();
    const std::int64_t tp = context.plan().tensorParallel;
    PieceSizes sizes;
    sizes.kinds.reserve(model.layerKinds.size());
    for (const LayerKind& kind : model.layerKinds) {
        sizes.kinds.push_back(layerSizes(context, kind));
    }
    sizes.embedding = localEmbeddingParameters(model, tp);
    sizes.head = localHeadParameters(model, tp, false);
    sizes.headAway = localHeadParameters(model, tp, true);
    if (model.multiTokenPrediction) {
        sizes.prediction = localPredictionParameters(model, tp);
    }
    sizes.embeddingActivations = embeddingActivations(model, context.activation);
    sizes.headActivations = headActivations(model, context.activation);
    sizes.vocabulary = static_cast<double>(ceilDivide(model.vocabulary, tp));
    sizes.logits =
        Bytes(context.stack().logitMemoryBytes.value * context.layer.tokens() * sizes.vocabulary);
    return sizes;
}

LocalParameters stageParameters(const TrainingContext& context,
                                const PieceSizes& sizes,
                                const StageContent& content) {
    LocalParameters local = stageSum(context, sizes, content, &LayerSizes::parameters);
    if (content.first) {
        local.dense += sizes.embedding;
    }
    if (content.last) {
        local.dense += content.first ? sizes.head : sizes.headAway;
        if (const auto& prediction = context.model().multiTokenPrediction) {
            local.dense += sizes.prediction * static_cast<double>(prediction->modules);
        }
    }
    return local;
}

LocalParameters
stageTrained(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content) {
    return context.layer.frozen ? stageSum(context, sizes, content, &LayerSizes::trained)
                                : stageParameters(context, sizes, content);
}

StageMemory
stageMemory(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content) {
    const Stack& stack = context.stack();
    const StageParts parts = stageParts(context, sizes, content);
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

Hosted
hostedBytes(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content) {
    if (context.plan().offload == Offload::None) {
        return {};
    }
    const StageParts parts = stageParts(context, sizes, content);
    const double gradientBytes = context.stack().gradientBytes.value;
    return {.activations = parts.hosted,
            .optimizer = context.offloadsOptimizer()
                             ? stageStates(parts, gradientBytes, false).optimizer
                             : Bytes()};
}

Bytes leastMemory(const TrainingContext& context) {
    const Transformer& model = context.model();
    const auto columns =
        static_cast<double>(ceilDivide(model.vocabulary, context.plan().tensorParallel));
    Bytes least = Bytes(context.stack().logitMemoryBytes.value * context.layer.tokens() * columns) +
                  headActivations(model, context.activation);
    ActivationContext whole = context.activation;
    whole.recompute = Recompute::None;
    ActivationContext selective = context.activation;
    selective.recompute = Recompute::Selective;
    for (const LayerKind& kind : model.layerKinds) {
        least = std::max(least, std::min(layerActivations(model, kind, whole),
                                         layerActivations(model, kind, selective)));
    }
    return least + context.stack().memoryReserve.value;
}

MemoryDerivations deriveStageMemory(const TrainingContext& context,
                                    const PieceSizes& sizes,
                                    const StageContent& content) {
    const Stack& stack = context.stack();
    const StageParts parts = stageParts(context, sizes, content);
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

#include "core/training/training_context.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

double graphFactor(GraphMode mode, const Stack& stack) {
    switch (mode) {
    case GraphMode::Full:
        return 0.0;
    case GraphMode::Partial:
        return stack.partialGraphFactor.value;
    case GraphMode::None:
        break;
    }
    return 1.0;
}

double expertGraphFactor(const StackChoices& choices, const Stack& stack) {
    if (choices.tokenDrop && choices.cudaGraphs != GraphMode::Full) {
        return stack.expertStaticShapes.value;
    }
    switch (choices.cudaGraphs) {
    case GraphMode::Full:
        return stack.expertFullGraph.value;
    case GraphMode::Partial:
        return stack.expertPartialGraph.value;
    case GraphMode::None:
        break;
    }
    return 1.0;
}

/// What no plan changes.
LayerContext makeLayerContext(const ResolvedScenario& r, double age) {
    const Stack& stack = *r.stack;
    // Full-iteration graphs come with static shapes and fused expert kernels.
    const bool fused = r.choices.cudaGraphs == GraphMode::Full;
    const double expertBytes = (fused ? 1.0 : stack.expertBytesFactor.value) *
                               std::exp(stack.expertAgePerYear.value * age);
    return {.sequence = r.workload.sequenceLength,
            .attended = r.workload.documentLength.value_or(0),
            .expertImbalance = r.workload.expertImbalance,
            .flash = r.choices.attentionKernel != AttentionKernel::Unfused,
            .dropout = r.choices.dropout,
            .frozen = r.workload.phase == TrainingPhase::Lora,
            .adapterRank = r.workload.phase == TrainingPhase::Lora ? r.workload.adapterRank : 0,
            .normResidualBytes = stack.normResidualBytes.value,
            .activationFactor = stack.activationFactor.value,
            .castFactor = stack.castFactor.value,
            .permuteFactor = stack.permuteFactor.value,
            .biasedActivation = stack.biasedActivation.value,
            .expertBytesFactor = expertBytes,
            .gradientBytes = stack.gradientBytes.value,
            .normResidualFact = stack.normResidualBytes.fact,
            .activationFact = stack.activationFactor.fact,
            .castFact = stack.castFactor.fact,
            .permuteFact = stack.permuteFactor.fact,
            .biasedFact = stack.biasedActivation.fact,
            .expertBytesFact = stack.expertBytesFactor.fact,
            .gradientFact = stack.gradientBytes.fact};
}

void planLayer(const ParallelPlan& plan, LayerContext& layer) {
    layer.sequences = plan.microBatch;
    layer.tensorParallel = plan.tensorParallel;
    layer.contextParallel = plan.contextParallel;
    layer.expertParallel = plan.expertParallel;
    layer.expertTensorParallel = plan.expertTensorParallel;
    layer.sequenceParallel = plan.sequenceParallel && plan.tensorParallel > 1;
}

ActivationContext makeActivationContext(const ResolvedScenario& r, const LayerContext& layer) {
    return {.sequences = layer.sequences,
            .sequence = layer.sequence,
            .tensorParallel = layer.tensorParallel,
            .contextParallel = layer.contextParallel,
            .expertTensorParallel = layer.expertTensorParallel,
            .expertImbalance = layer.expertImbalance,
            .linearBytes = layer.frozen                   ? 0.0
                           : isHalf(r.workload.precision) ? 2.0
                                                          : 1.0,
            .sequenceParallel = layer.sequenceParallel,
            .flash = layer.flash,
            .dropout = layer.dropout,
            .recompute = r.plan.recompute,
            .modules = r.plan.recomputeModules};
}

/// GPUs that the dispatcher joins over NVLink: DeepEP's kernels share memory inside a server, the
/// others inside the NVLink domain. Source: github.com/deepseek-ai/DeepEP, README.
std::int64_t dispatchDomain(const ResolvedScenario& r) {
    const std::int64_t domain = r.nvlinkDomain.value;
    return r.choices.dispatcher == Dispatcher::DeepEp ? std::min(domain, r.gpusPerServer())
                                                      : domain;
}

/// TP innermost, then CP, DP, PP outermost; experts over consecutive ranks, ETP inside EP.
void placeGroups(const ResolvedScenario& r, TrainingContext& context) {
    const ParallelPlan& plan = r.plan;
    const std::int64_t tp = plan.tensorParallel;
    const std::int64_t replicas = plan.contextParallel * r.dataParallel();
    const std::int64_t stageGpus = tp * replicas;
    const std::int64_t experts = plan.expertParallel * plan.expertTensorParallel;
    const std::int64_t domain = r.nvlinkDomain.value;
    context.tensorGroup = placeGroup(tp, 1, domain, r.gpus / tp);
    context.contextGroup = placeGroup(plan.contextParallel, tp, domain);
    context.expertTensorGroup = placeGroup(plan.expertTensorParallel, 1, domain);
    context.expertGroup =
        placeGroup(plan.expertParallel, plan.expertTensorParallel, dispatchDomain(r));
    context.dataGroup = placeGroup(replicas, tp, domain, plan.pipelineParallel);
    context.expertDataGroup =
        placeGroup(std::max<std::int64_t>(1, stageGpus / experts), experts, domain);
    context.pipelineOverNetwork = !staysInDomain(stageGpus * plan.pipelineParallel, domain);
}

} // namespace

void applyChunks(TrainingContext& context) {
    const ResolvedScenario& r = *context.scenario;
    const bool interleaved = r.plan.virtualPipeline > 1;
    context.partition.chunksPerStage = r.plan.virtualPipeline;
    context.transferExposed =
        interleaved && r.choices.pipelineOverlap ? r.stack->ppExposed.value : 1.0;
}

void applySharding(TrainingContext& context) {
    const ResolvedScenario& r = *context.scenario;
    if (!context.shardsParameters()) {
        context.shardGroup = context.dataGroup;
        context.expertShardGroup = context.expertDataGroup;
        return;
    }
    const std::int64_t domain = r.nvlinkDomain.value;
    const auto place = [&](std::int64_t copies, std::int64_t stride) {
        const bool hybrid = r.plan.zero == ZeroStage::Hsdp;
        return placeGroup(hybrid ? hybridShards(copies, stride, domain) : copies, stride, domain);
    };
    context.shardGroup = place(context.dataGroup.ranks, r.plan.tensorParallel);
    context.expertShardGroup =
        place(context.expertDataGroup.ranks, r.plan.expertParallel * r.plan.expertTensorParallel);
}

void applyPlan(TrainingContext& context) {
    const ResolvedScenario& r = *context.scenario;
    const ParallelPlan& plan = r.plan;
    planLayer(plan, context.layer);
    context.activation = makeActivationContext(r, context.layer);
    context.partition = {.layers = static_cast<std::int64_t>(r.model->layers.size()),
                         .stages = plan.pipelineParallel,
                         .lastTakesLess = r.model->multiTokenPrediction.has_value()};
    context.split = {.tensorParallel = plan.tensorParallel,
                     .expertParallel = plan.expertParallel,
                     .expertTensorParallel = plan.expertTensorParallel};
    placeGroups(r, context);
    applyChunks(context);
    applySharding(context);
}

TrainingContext makeTrainingContext(const ResolvedScenario& r) {
    const Stack& stack = *r.stack;
    const bool fullGraph = r.choices.cudaGraphs == GraphMode::Full;

    TrainingContext context;
    context.scenario = &r;
    context.softwareAge = r.softwareAge;
    context.device = makeDevice(
        *r.gpu, *r.profile, r.workload.precision, GemmKernels::TunedSustained,
        r.choices.attentionKernel == AttentionKernel::Flash2, r.scale.compute, r.scale.hbm);
    context.device.half.ceiling *= r.machineDerate;
    if (context.device.low) {
        context.device.low->ceiling *= r.machineDerate;
    }
    context.links = {.nvlink = r.nvlink,
                     .network = r.network,
                     .nic = r.networkBandwidth.value * r.scale.network,
                     .nicFact = r.networkBandwidth.fact,
                     .oversubscription = r.oversubscription.value,
                     .oversubscriptionFact = r.oversubscription.fact,
                     .nvlinkScale = r.scale.nvlink};
    context.layer = makeLayerContext(r, context.softwareAge);
    context.tensorExposed = r.choices.tensorParallelOverlap ? stack.tpExposed.value : 1.0;
    context.expertExposed = r.choices.expertParallelOverlap ? stack.epExposed.value : 1.0;
    const Seconds launch = stack.launchTime.value * r.profile->hostFactor.value;
    context.launch.dense = launch * graphFactor(r.choices.cudaGraphs, stack);
    context.launch.expertPath =
        launch * (expertGraphFactor(r.choices, stack) *
                  std::exp(stack.expertAgePerYear.value * context.softwareAge));
    context.hostLink = r.hostLink();
    context.kernelGap = context.device.kernelGap * (fullGraph ? 0.5 : 1.0);
    applyPlan(context);
    return context;
}

double repeatedShare(const ParallelPlan& plan, double layers) {
    const RepeatedLayers repeated = repeatedLayers(plan);
    if (repeated != RepeatedLayers::Some) {
        return repeated == RepeatedLayers::All ? 1.0 : 0.0;
    }
    const auto some = static_cast<double>(*plan.recomputeLayers);
    return layers > 0.0 ? std::min(1.0, some / layers) : 0.0;
}

} // namespace roofplan

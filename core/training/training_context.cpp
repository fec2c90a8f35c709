#include "core/training/training_context.h"

#include <algorithm>

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

LayerContext makeLayerContext(const ResolvedScenario& r) {
    return {.sequences = r.plan.microBatch,
            .sequence = r.workload.sequenceLength,
            .tensorParallel = r.plan.tensorParallel,
            .sequenceParallel = r.plan.sequenceParallel && r.plan.tensorParallel > 1,
            .flash = r.choices.attentionKernel != AttentionKernel::Unfused,
            .dropout = r.choices.dropout,
            .normResidualBytes = r.stack->normResidualBytes.value,
            .activationFactor = r.stack->activationFactor.value,
            .gradientBytes = r.stack->gradientBytes.value,
            .normResidualFact = r.stack->normResidualBytes.fact,
            .activationFact = r.stack->activationFactor.fact,
            .gradientFact = r.stack->gradientBytes.fact};
}

ActivationContext makeActivationContext(const ResolvedScenario& r, const LayerContext& layer) {
    return {.sequences = layer.sequences,
            .sequence = layer.sequence,
            .tensorParallel = layer.tensorParallel,
            .sequenceParallel = layer.sequenceParallel,
            .flash = layer.flash,
            .dropout = layer.dropout,
            .recompute = r.plan.recompute};
}

} // namespace

TrainingContext makeTrainingContext(const ResolvedScenario& r) {
    const ParallelPlan& plan = r.plan;
    const std::int64_t tp = plan.tensorParallel;
    const std::int64_t replica = tp * plan.contextParallel;
    const std::int64_t stageGpus = replica * r.dataParallel();
    const bool interleaved = plan.virtualPipeline > 1;

    TrainingContext context;
    context.scenario = &r;
    context.device = makeDevice(
        *r.gpu, *r.profile, r.workload.precision, GemmKernels::TunedSustained,
        r.choices.attentionKernel == AttentionKernel::Flash2, r.scale.compute, r.scale.hbm);
    context.links = {.nvlink = r.nvlink,
                     .network = r.network,
                     .nic = r.networkBandwidth.value * r.scale.network,
                     .nicFact = r.networkBandwidth.fact,
                     .oversubscription = r.oversubscription.value,
                     .oversubscriptionFact = r.oversubscription.fact,
                     .nvlinkScale = r.scale.nvlink};
    context.layer = makeLayerContext(r);
    context.activation = makeActivationContext(r, context.layer);
    context.partition = {.layers = static_cast<std::int64_t>(r.model->layers.size()),
                         .stages = plan.pipelineParallel,
                         .chunksPerStage = plan.virtualPipeline};
    const std::int64_t domain = r.nvlinkDomain.value;
    context.tensorGroup = placeGroup(tp, 1, domain, r.gpus / tp);
    context.dataGroup = placeGroup(r.dataParallel(), replica, domain, plan.pipelineParallel);
    context.pipelineOverNetwork = !staysInDomain(stageGpus * plan.pipelineParallel, domain);
    context.tensorExposed = r.choices.tensorParallelOverlap ? r.stack->tpExposed.value : 1.0;
    context.transferExposed =
        interleaved && r.choices.pipelineOverlap ? r.stack->ppExposed.value : 1.0;
    context.launchTime = r.stack->launchTime.value * (r.profile->hostFactor.value *
                                                      graphFactor(r.choices.cudaGraphs, *r.stack));
    const bool fullGraph = r.choices.cudaGraphs == GraphMode::Full;
    context.kernelGap = context.device.kernelGap * (fullGraph ? 0.5 : 1.0);
    return context;
}

void visitStageKinds(const TrainingContext& context,
                     std::int64_t stage,
                     FunctionRef<void(std::size_t, double)> visit) {
    const Transformer& model = context.model();
    if (model.layerKinds.size() == 1) {
        visit(0, static_cast<double>(context.partition.stageLayers(stage)));
        return;
    }
    for (std::size_t kind = 0; kind < model.layerKinds.size(); ++kind) {
        double count = 0.0;
        for (std::int64_t chunk = stage; chunk < context.partition.chunks();
             chunk += context.partition.stages) {
            const LayerRange range = context.partition.chunkLayers(chunk);
            const auto first = model.layers.begin() + range.first;
            count += static_cast<double>(std::count(first, first + range.count, kind));
        }
        if (count > 0.0) {
            visit(kind, count);
        }
    }
}

} // namespace roofplan

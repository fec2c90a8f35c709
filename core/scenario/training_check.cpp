#include "core/scenario/training_check.h"

#include "core/base/integer.h"
#include "core/scenario/critical_batch.h"
#include "core/scenario/scenario_finding.h"
#include "core/scenario/sharding.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace roofplan {

namespace {

/// How a batch is priced that is no multiple of micro-batch × DP. Each replica takes whole
/// micro-batches, so a batch below that product may leave some without a sequence.
Text batchRemainder(std::int64_t batch, std::int64_t microBatch, std::int64_t dp) {
    const std::int64_t idle = std::max<std::int64_t>(0, dp - ceilDivide(batch, microBatch));
    const std::int64_t rounds = ceilDivide(batch, microBatch * dp);
    const char* pattern = nullptr;
    if (rounds > 1) {
        pattern = translatable(
            "core", "{0} sequences are no multiple of micro-batch × DP = {1} × {2}: priced as "
                    "{3} micro-batches, the last one partly empty.");
    } else if (idle == 0) {
        pattern = translatable(
            "core", "A global batch of {0} is less than micro-batch × DP = {1} × {2}: priced as 1 "
                    "micro-batch that is partly empty.");
    } else if (idle == 1) {
        pattern = translatable(
            "core", "A global batch of {0} is less than micro-batch × DP = {1} × {2}: 1 replica "
                    "has no sequence, and the step is priced as 1 micro-batch.");
    } else {
        pattern = translatable(
            "core", "A global batch of {0} is less than micro-batch × DP = {1} × {2}: {4} replicas "
                    "have no sequence, and the step is priced as 1 micro-batch.");
    }
    return {pattern, {number(batch), number(microBatch), number(dp), number(rounds), number(idle)}};
}

/// Pre-training alone: nothing is known of fine-tuning.
void checkCriticalBatch(const ResolvedScenario& r, Findings& out) {
    if (r.workload.phase != TrainingPhase::Pretrain) {
        return;
    }
    const double critical = criticalBatch(r.workload.tokens).base();
    if (r.tokensPerStep() <= critical) {
        return;
    }
    const double sequences =
        std::max(1.0, std::floor(critical / static_cast<double>(r.workload.sequenceLength)));
    out.add(finding(
        Severity::Warning, "workload.critical_batch", "global_batch",
        {translatable("core", "A step of {0} tokens exceeds the critical batch of about {1} for "
                              "{2} training tokens (arXiv 2410.21676, extrapolated): beyond it a "
                              "loss takes over 20 % more tokens, which are not priced."),
         {quantityText(r.tokensPerStep(), UnitKind::Count), quantityText(critical, UnitKind::Count),
          quantityText(r.workload.tokens.base(), UnitKind::Count)}},
        {translatable("core", "below it: {0} sequences"), {number(sequences)}}));
}

std::string offloadKey(Offload offload) {
    return std::string(offloadNames[static_cast<std::size_t>(offload)].key);
}

/// HSDP divides parameters over the replicas of a domain, and copies them over domains.
void checkHybridSharding(const ResolvedScenario& r, Findings& out) {
    const std::int64_t replicas = r.plan.contextParallel * r.dataParallel();
    const std::int64_t shards = hybridShards(replicas, r.plan.tensorParallel, r.nvlinkDomain.value);
    if (out.remarks() && shards == 1 && replicas > 1) {
        out.add(finding(
            Severity::Warning, "plan.hybrid_shards", "zero",
            {translatable("core", "HSDP shards nothing: TP {0} fills the NVLink domain of {1} "
                                  "GPUs, and every replica holds all of its parameters."),
             {number(r.plan.tensorParallel), number(r.nvlinkDomain.value)}},
            {translatable("core", "shards over all replicas: fsdp"), {}}));
    }
    if (replicas % shards != 0) {
        out.add(
            finding(Severity::Error, "plan.hybrid_shards", "zero",
                    {translatable("core", "HSDP shards over the {0} replicas of an NVLink domain, "
                                          "which do not divide the {1} replicas of the plan."),
                     {number(shards), number(replicas)}},
                    {translatable("core", "allowed: fsdp"), {}}));
    }
}

} // namespace

void checkPipeline(const ResolvedScenario& r, Findings& out) {
    const std::int64_t pp = r.plan.pipelineParallel;
    const std::int64_t v = r.plan.virtualPipeline;
    // Embedding and head may take a chunk each of their own.
    constexpr std::int64_t ends = 2;
    const auto layers = static_cast<std::int64_t>(r.model->layers.size());
    if (pp == 1 && v > 1) {
        out.add(finding(
            Severity::Error, "plan.virtual_pp", "virtual_pp",
            {translatable(
                 "core",
                 "Interleaving needs a pipeline: found virtual PP {0} with PP 1, allowed 1."),
             {number(v)}}));
    } else if (pp * v > layers + ends) {
        out.add(finding(
            Severity::Error, "plan.layers", "pp",
            {translatable("core",
                          "PP × virtual PP is {0} × {1} = {2} chunks, more than the {3} layers."),
             {number(pp), number(v), number(pp * v), number(layers)}},
            {translatable("core", "allowed: at most {0} chunks"), {number(layers + ends)}}));
    } else if (out.remarks() && layers % (pp * v) != 0) {
        out.add(finding(
            Severity::Warning, "plan.uneven_stages", "pp",
            {translatable("core", "{0} layers do not fill {1} chunks evenly: the outermost chunks "
                                  "hold one less, the fullest stage sets the pace."),
             {number(layers), number(pp * v)}}));
    }
}

void checkSharding(const ResolvedScenario& r, Findings& out) {
    const std::int64_t replicas = r.plan.contextParallel * r.dataParallel();
    if (replicas == 1) {
        return;
    }
    if (r.plan.zero == ZeroStage::Hsdp) {
        checkHybridSharding(r, out);
    }
    if (!out.remarks()) {
        return;
    }
    if (r.choices.shardsParameters && !shardsParameters(r.plan.zero)) {
        out.add(finding(
            Severity::Warning, "stack.shards_parameters", "zero",
            {translatable("core", "{0} shards weights and gradients over its {1} replicas, but "
                                  "memory and traffic are those of {2}."),
             {r.stack->name, number(replicas),
              std::string(zeroStageNames[static_cast<std::size_t>(r.plan.zero)].label)}},
            {translatable("core", "as it runs: fsdp"), {}}));
    }
    if (r.plan.zero == ZeroStage::Zero2 && r.plan.pipelineParallel > 1) {
        out.add(finding(Severity::Warning, "plan.zero2_pipeline", "zero",
                        {translatable("core", "ZeRO-2 under PP {0} scatters the gradients of every "
                                              "micro-batch; few frameworks run it."),
                         {number(r.plan.pipelineParallel)}},
                        {translatable("core", "usual with a pipeline: zero1"), {}}));
    }
}

void checkRecompute(const ResolvedScenario& r, Findings& out) {
    if (!out.remarks()) {
        return;
    }
    const ParallelPlan& plan = r.plan;
    if (plan.recompute == Recompute::Selective && plan.recomputeModules == RecomputeModules{} &&
        r.choices.attentionKernel != AttentionKernel::Unfused) {
        out.add(finding(
            Severity::Info, "plan.selective_flash", "recompute",
            {translatable(
                 "core",
                 "A flash kernel keeps no score matrix: selective recomputation repeats the "
                 "attention and saves next to nothing."),
             {}},
            {translatable("core", "none is faster, full saves memory"), {}}));
    }
    const std::int64_t mostLayers =
        ceilDivide(static_cast<std::int64_t>(r.model->layers.size()), plan.pipelineParallel);
    if (plan.recompute == Recompute::Full && plan.recomputeLayers.value_or(0) > mostLayers) {
        out.add(finding(
            Severity::Warning, "plan.recompute_layers", "recompute_layers",
            {translatable("core", "{0} layers are more than the {1} of a stage: all are repeated."),
             {number(*plan.recomputeLayers), number(mostLayers)}}));
    }
}

void checkPhase(const ResolvedScenario& r, Findings& out) {
    const Workload& work = r.workload;
    if (work.documentLength.value_or(0) > work.sequenceLength) {
        out.add(
            finding(Severity::Error, "workload.document", "document_len",
                    {translatable("core", "Documents of {0} tokens do not fit into sequences of "
                                          "{1}: found {0}, allowed at most {1}."),
                     {number(*work.documentLength), number(work.sequenceLength)}}));
    }
    if (work.phase == TrainingPhase::Lora && work.adapterRank > r.model->hidden) {
        out.add(
            finding(Severity::Error, "workload.adapter_rank", "adapter_rank",
                    {translatable("core", "Adapters of rank {0} are no smaller than the matrices "
                                          "beside them: found {0}, allowed at most the hidden "
                                          "width {1}."),
                     {number(work.adapterRank), number(r.model->hidden)}}));
    }
    if (r.plan.offload != Offload::None && r.hostLink().value <= Bandwidth()) {
        out.add(finding(Severity::Error, "plan.host_link", "offload",
                        {translatable("core", "Offload from {0} is not priced: nobody says "
                                              "how fast its link to the host is. Found {1}, "
                                              "allowed none."),
                         {r.gpu->name, offloadKey(r.plan.offload)}}));
    }
}

void checkBatch(ResolvedScenario& r, Findings& out) {
    const std::int64_t dp = r.dataParallel();
    const std::int64_t perRound = r.plan.microBatch * dp;
    const std::int64_t batch = r.workload.globalBatch;
    r.microBatches = std::max<std::int64_t>(1, ceilDivide(batch, perRound));
    if (!out.remarks()) {
        return;
    }
    if (batch % perRound != 0) {
        const std::int64_t below = batch / perRound * perRound;
        const std::string near =
            below > 0 ? number(below) + ", " + number(below + perRound) : number(perRound);
        out.add(finding(Severity::Warning, "plan.batch_remainder", "global_batch",
                        batchRemainder(batch, r.plan.microBatch, dp),
                        {translatable("core", "without a remainder: {0}"), {near}}));
    }
    checkCriticalBatch(r, out);
    if (r.plan.virtualPipeline > 1 && r.microBatches % r.plan.pipelineParallel != 0) {
        out.add(finding(
            Severity::Warning, "plan.interleaved_remainder", "virtual_pp",
            {translatable(
                 "core", "{0} micro-batches are no multiple of PP {1}: the interleaved schedule is "
                         "priced with the longer bubble of its last round."),
             {number(r.microBatches), number(r.plan.pipelineParallel)}}));
    }
}

} // namespace roofplan

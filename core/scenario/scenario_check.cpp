#include "core/scenario/scenario_check.h"

#include "core/architecture/model_parts.h"
#include "core/base/integer.h"
#include "core/scenario/scenario_finding.h"

#include <algorithm>
#include <string>
#include <vector>

namespace roofplan {

namespace {

/// The divisors of `value` up to `limit`, as text.
std::string divisors(std::int64_t value, std::int64_t limit) {
    std::vector<std::int64_t> found;
    for (std::int64_t d = 1; d * d <= value; ++d) {
        if (value % d == 0) {
            found.push_back(d);
            found.push_back(value / d);
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::string text;
    for (const std::int64_t d : found) {
        text += d > limit ? "" : (text.empty() ? "" : ", ") + number(d);
    }
    return text;
}

/// What the step model times. The rest of a model it has no kernels for.
constexpr ModelParts timedParts =
    setOf({ModelPart::GroupedQueryAttention, ModelPart::DenseFeedForward});

/// What stands beside the language model: left out of the step, with a warning.
constexpr ModelParts partsApart = setOf({ModelPart::MultiTokenPrediction, ModelPart::VisionTower});

/// True when the step time of the model is modelled.
bool checkModel(const Transformer& model, Diagnostics& out) {
    const ModelParts parts = partsOf(model);
    const ModelParts unknown = untimedParts(model);
    if (unknown.any()) {
        out.push_back(finding(
            Severity::Error, "workload.not_modelled", "model",
            {translatable("core", "The step time of {0} is not modelled yet: it has {1}."),
             {model.name, partNames(unknown)}},
            {translatable("core", "allowed: {0} over all tokens with {1} and one norm before each"),
             {partName(ModelPart::GroupedQueryAttention), partName(ModelPart::DenseFeedForward)}}));
        return false;
    }
    if ((parts & partsApart).any()) {
        out.push_back(
            finding(Severity::Warning, "workload.left_out", "model",
                    {translatable("core", "{0} has {1}, which is not priced: time, memory and cost "
                                          "are those of the language model alone."),
                     {model.name, partNames(parts & partsApart)}}));
    }
    return true;
}

void checkModelled(const ResolvedScenario& r, Diagnostics& out) {
    if (r.plan.contextParallel != 1) {
        out.push_back(
            finding(Severity::Error, "plan.not_modelled", "cp",
                    {translatable("core", "Context parallelism is not modelled yet: found {0}, "
                                          "allowed 1."),
                     {number(r.plan.contextParallel)}}));
    }
    const Peak& peak = r.gpu->peak(r.workload.precision);
    const bool sixteenBit =
        r.workload.precision == Precision::Bf16 || r.workload.precision == Precision::Fp16;
    if (!sixteenBit) {
        out.push_back(finding(
            Severity::Error, "workload.not_modelled", "precision",
            {translatable("core",
                          "Training in {0} is not modelled yet: found {0}, allowed bf16, fp16."),
             {std::string(precisionKey(r.workload.precision))}}));
    } else if (peak.state != PeakState::Known) {
        out.push_back(finding(Severity::Error, "workload.precision", "precision",
                              {translatable("core", "{0} has no {1} tensor cores that we know of."),
                               {r.gpu->name, std::string(precisionLabel(r.workload.precision))}}));
    }
}

void checkGpuCount(ResolvedScenario& r, Diagnostics& out) {
    ParallelPlan& plan = r.plan;
    const std::int64_t inner = plan.tensorParallel * plan.pipelineParallel * plan.contextParallel;
    if (!plan.dataParallel) {
        if (r.gpus % inner != 0 || r.gpus < inner) {
            out.push_back(finding(
                Severity::Error, "plan.product", "tp",
                {translatable(
                     "core", "TP × PP × CP is {0} × {1} × {2} = {3}, which does not divide the {4} "
                             "GPUs of the cluster; no DP makes TP × PP × CP × DP equal to them."),
                 {number(plan.tensorParallel), number(plan.pipelineParallel),
                  number(plan.contextParallel), number(inner), number(r.gpus)}},
                {translatable("core", "products that divide it: {0}"),
                 {divisors(r.gpus, r.gpus)}}));
            return;
        }
        plan.dataParallel = r.gpus / inner;
    } else if (inner * *plan.dataParallel != r.gpus) {
        const bool derivable = r.gpus % inner == 0;
        out.push_back(finding(
            Severity::Error, "plan.product", "dp",
            {translatable("core",
                          "TP × PP × CP × DP is {0} × {1} × {2} × {3} = {4}, but the cluster "
                          "has {5} GPUs."),
             {number(plan.tensorParallel), number(plan.pipelineParallel),
              number(plan.contextParallel), number(*plan.dataParallel),
              number(inner * *plan.dataParallel), number(r.gpus)}},
            derivable ? Text{translatable("core", "allowed with this TP, PP and CP: DP {0}"),
                             {number(r.gpus / inner)}}
                      : Text{translatable("core", "products that divide the GPUs: {0}"),
                             {divisors(r.gpus, r.gpus)}}));
    }
}

void checkTensorParallel(const ResolvedScenario& r, Diagnostics& out) {
    const std::int64_t tp = r.plan.tensorParallel;
    for (const LayerKind& kind : r.model->layerKinds) {
        const auto& attention = std::get<GroupedQueryAttention>(kind.tokenMixer);
        if (attention.queryHeads % tp != 0) {
            out.push_back(finding(
                Severity::Error, "plan.heads", "tp",
                {translatable("core", "TP {0} does not divide the {1} query heads."),
                 {number(tp), number(attention.queryHeads)}},
                {translatable("core", "allowed: {0}"), {divisors(attention.queryHeads, 4096)}}));
        } else if (attention.keyValueHeads % tp != 0) {
            out.push_back(finding(
                Severity::Warning, "plan.kv_heads", "tp",
                {translatable("core",
                              "TP {0} is not a divisor of the {1} KV heads: each rank holds {2} of "
                              "them, copies of its neighbours' ones included."),
                 {number(tp), number(attention.keyValueHeads),
                  number(ceilDivide(attention.keyValueHeads, tp))}}));
        }
        const auto& feedForward = std::get<DenseFeedForward>(kind.channelMixer);
        if (feedForward.width % tp != 0) {
            out.push_back(finding(
                Severity::Warning, "plan.width", "tp",
                {translatable("core",
                              "TP {0} does not divide the feed-forward width {1}: priced with the "
                              "columns of the largest rank, {2}."),
                 {number(tp), number(feedForward.width),
                  number(ceilDivide(feedForward.width, tp))}}));
        }
    }
    if (tp > r.nvlinkDomain.value) {
        out.push_back(finding(
            Severity::Warning, "plan.tp_across", "tp",
            {translatable("core",
                          "TP {0} spans more than one {2} domain of {1} GPUs: its collectives "
                          "cross the network in every layer."),
             {number(tp), number(r.nvlinkDomain.value), r.nvlink->family}}));
    }
    if (tp % r.nvlinkDomain.value != 0 && r.nvlinkDomain.value % tp != 0) {
        out.push_back(finding(
            Severity::Warning, "plan.tp_straddles", "tp",
            {translatable(
                 "core",
                 "TP {0} neither divides the {2} domain of {1} GPUs nor is a multiple of it: "
                 "some groups straddle two domains, and the worst of them is priced."),
             {number(tp), number(r.nvlinkDomain.value), r.nvlink->family}}));
    }
    if (tp > 1 && r.plan.sequenceParallel && r.workload.sequenceLength % tp != 0) {
        out.push_back(finding(
            Severity::Warning, "plan.sequence_parallel", "seq_len",
            {translatable("core",
                          "Sequence parallelism splits {0} tokens over TP {1} with a remainder: "
                          "priced as if split evenly."),
             {number(r.workload.sequenceLength), number(tp)}}));
    }
}

void checkPipeline(const ResolvedScenario& r, Diagnostics& out) {
    const std::int64_t pp = r.plan.pipelineParallel;
    const std::int64_t v = r.plan.virtualPipeline;
    const auto layers = static_cast<std::int64_t>(r.model->layers.size());
    if (pp == 1 && v > 1) {
        out.push_back(finding(
            Severity::Error, "plan.virtual_pp", "virtual_pp",
            {translatable(
                 "core",
                 "Interleaving needs a pipeline: found virtual PP {0} with PP 1, allowed 1."),
             {number(v)}}));
    } else if (pp * v > layers) {
        out.push_back(finding(
            Severity::Error, "plan.layers", "pp",
            {translatable("core",
                          "PP × virtual PP is {0} × {1} = {2} chunks, more than the {3} layers."),
             {number(pp), number(v), number(pp * v), number(layers)}}));
    } else if (layers % (pp * v) != 0) {
        out.push_back(finding(
            Severity::Warning, "plan.uneven_stages", "pp",
            {translatable("core", "{0} layers do not fill {1} chunks evenly: the outermost chunks "
                                  "hold one less, the fullest stage sets the pace."),
             {number(layers), number(pp * v)}}));
    }
}

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

void checkRecompute(const ResolvedScenario& r, Diagnostics& out) {
    if (r.plan.recompute == Recompute::Selective &&
        r.choices.attentionKernel != AttentionKernel::Unfused) {
        out.push_back(finding(
            Severity::Info, "plan.selective_flash", "recompute",
            {translatable(
                 "core",
                 "A flash kernel keeps no score matrix: selective recomputation repeats the "
                 "attention and saves next to nothing."),
             {}},
            {translatable("core", "none is faster, full saves memory"), {}}));
    }
}

/// Full sharding (FSDP, ZeRO-3) is a stack's way that has no price yet.
void checkSharding(const ResolvedScenario& r, Diagnostics& out) {
    if (!r.choices.shardsParameters || r.dataParallel() == 1) {
        return;
    }
    const char* pattern =
        r.plan.zero == ZeroStage::Zero1
            ? translatable("core", "{0} shards weights and gradients over DP {1}, which is not "
                                   "priced yet: memory and traffic are those of ZeRO-1. The plan "
                                   "needs less memory than shown and gathers weights besides.")
            : translatable("core", "{0} shards weights and gradients over DP {1}, which is not "
                                   "priced yet: memory and traffic are those without ZeRO. The "
                                   "plan needs less memory than shown and gathers weights "
                                   "besides.");
    out.push_back(finding(Severity::Warning, "stack.full_sharding", "stack",
                          {pattern, {r.stack->name, number(r.dataParallel())}}));
}

void checkBatch(ResolvedScenario& r, Diagnostics& out) {
    const std::int64_t dp = r.dataParallel();
    const std::int64_t perRound = r.plan.microBatch * dp;
    const std::int64_t batch = r.workload.globalBatch;
    r.microBatches = std::max<std::int64_t>(1, ceilDivide(batch, perRound));
    if (batch % perRound != 0) {
        const std::int64_t below = batch / perRound * perRound;
        const std::string near =
            below > 0 ? number(below) + ", " + number(below + perRound) : number(perRound);
        out.push_back(finding(Severity::Warning, "plan.batch_remainder", "global_batch",
                              batchRemainder(batch, r.plan.microBatch, dp),
                              {translatable("core", "without a remainder: {0}"), {near}}));
    }
    if (r.plan.virtualPipeline > 1 && r.microBatches % r.plan.pipelineParallel != 0) {
        out.push_back(finding(
            Severity::Warning, "plan.interleaved_remainder", "virtual_pp",
            {translatable(
                 "core", "{0} micro-batches are no multiple of PP {1}: the interleaved schedule is "
                         "priced with the longer bubble of its last round."),
             {number(r.microBatches), number(r.plan.pipelineParallel)}}));
    }
}

} // namespace

ModelParts untimedParts(const Transformer& model) {
    return partsOf(model) & ~(timedParts | partsApart);
}

Diagnostics completePlan(ResolvedScenario& resolved) {
    Diagnostics out;
    const bool modelled = checkModel(*resolved.model, out);
    checkModelled(resolved, out);
    checkGpuCount(resolved, out);
    if (modelled) {
        checkTensorParallel(resolved, out); // reads the mixers that are modelled
    }
    checkPipeline(resolved, out);
    checkRecompute(resolved, out);
    if (!hasErrors(out)) {
        checkSharding(resolved, out);
        checkBatch(resolved, out);
    }
    return out;
}

} // namespace roofplan

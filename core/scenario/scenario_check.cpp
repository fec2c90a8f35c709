#include "core/scenario/scenario_check.h"

#include "core/scenario/divisor_text.h"
#include "core/scenario/group_check.h"
#include "core/scenario/model_check.h"
#include "core/scenario/scenario_finding.h"
#include "core/scenario/training_check.h"

namespace roofplan {

namespace {

void checkGpuCount(ResolvedScenario& r, Findings& out) {
    ParallelPlan& plan = r.plan;
    const std::int64_t inner = plan.tensorParallel * plan.pipelineParallel * plan.contextParallel;
    if (!plan.dataParallel) {
        if (r.gpus % inner != 0 || r.gpus < inner) {
            out.add(finding(
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
        out.add(finding(
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

/// What a scenario keeps of experts means nothing to a model without them.
void forgetExperts(ResolvedScenario& r) {
    r.plan.expertParallel = 1;
    r.plan.expertTensorParallel = 1;
    r.workload.expertImbalance = 1.0;
}

} // namespace

void completePlan(ResolvedScenario& resolved, Findings& out) {
    const bool modelled = checkModel(*resolved.model, out);
    checkPrecision(resolved, out);
    checkPhase(resolved, out);
    checkGpuCount(resolved, out);
    if (!hasExperts(*resolved.model)) {
        forgetExperts(resolved);
    }
    if (modelled) {
        checkTensorParallel(resolved, out);
        checkContextParallel(resolved, out);
    }
    checkPipeline(resolved, out);
    checkRecompute(resolved, out);
    if (!out.failed()) {
        checkExpertParallel(resolved, out);
        checkSharding(resolved, out);
        checkBatch(resolved, out);
    }
}

} // namespace roofplan

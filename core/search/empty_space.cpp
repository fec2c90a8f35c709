#include "core/search/empty_space.h"

namespace roofplan {

namespace {

void copyField(ParallelPlan& to, const ParallelPlan& from, PlanField field) {
    switch (field) {
    case PlanField::TensorParallel:
        to.tensorParallel = from.tensorParallel;
        break;
    case PlanField::SequenceParallel:
        to.sequenceParallel = from.sequenceParallel;
        break;
    case PlanField::PipelineParallel:
        to.pipelineParallel = from.pipelineParallel;
        break;
    case PlanField::VirtualPipeline:
        to.virtualPipeline = from.virtualPipeline;
        break;
    case PlanField::ContextParallel:
        to.contextParallel = from.contextParallel;
        break;
    case PlanField::ExpertParallel:
        to.expertParallel = from.expertParallel;
        break;
    case PlanField::ExpertTensorParallel:
        to.expertTensorParallel = from.expertTensorParallel;
        break;
    case PlanField::DataParallel:
        to.dataParallel = from.dataParallel;
        break;
    case PlanField::MicroBatch:
        to.microBatch = from.microBatch;
        break;
    case PlanField::Zero:
        to.zero = from.zero;
        break;
    case PlanField::Recompute:
        to.recompute = from.recompute;
        to.recomputeLayers = from.recomputeLayers;
        break;
    case PlanField::Offload:
        to.offload = from.offload;
        break;
    case PlanField::Count:
        break;
    }
}

} // namespace

Diagnostics
whyEmpty(const Scenario& scenario, const Catalogue& catalogue, const PinnedFields& pinned) {
    Scenario alone = scenario;
    alone.plan = {};
    for (std::size_t i = 0; i < static_cast<std::size_t>(PlanField::Count); ++i) {
        const auto field = static_cast<PlanField>(i);
        if (pinned.has(field)) {
            copyField(alone.plan, scenario.plan, field);
        }
    }
    Diagnostics reasons;
    if (const auto resolved = resolve(alone, catalogue); !resolved) {
        for (const Diagnostic& problem : resolved.error()) {
            if (problem.severity == Severity::Error) {
                reasons.push_back(problem);
            }
        }
    }
    reasons.push_back({.severity = Severity::Error,
                       .code = "search.empty_space",
                       .place = "plan",
                       .text = {translatable("core", "No legal plan is left by the fields that "
                                                     "are pinned."),
                                {}},
                       .hint = {}});
    return reasons;
}

} // namespace roofplan

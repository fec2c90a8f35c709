// A small result made by hand: round numbers whose sums are seen at a glance.
#pragma once

#include "core/result/result.h"
#include "core/units/quantity_literals.h"

namespace roofplan {

inline Term exampleTerm(
    TermName name, Category category, Bound bound, Seconds busy, Seconds exposed, int parent = 0) {
    Term term{.name = name, .category = category, .bound = bound, .parent = parent};
    term.busy = busy;
    term.exposed = exposed;
    return term;
}

/// A step of 32 s: 20 s GEMM, 5 s attention, 2 s norms, 3 s NVLink, 1 s EFA, 1 s bubble.
inline Result exampleResult() {
    using namespace literals;
    Result result;
    result.modelName = "Example 70B";
    result.networkFamily = "EFA";
    result.gpus = 512;
    result.microBatches = 16;
    result.plan = {.tensorParallel = 4, .pipelineParallel = 4, .dataParallel = 32};
    result.parameters = {
        .embedding = 10, .lmHead = 20, .layers = {.tokenMixer = 30, .dense = 40, .norms = 5}};
    result.headline.stepTime = 32_s;
    result.headline.tokensPerSecond = TokenRate(524288.0);
    result.headline.tokensPerSecondPerGpu = TokenRate(1024.0);
    result.headline.mfu = 0.472;
    result.headline.mfuFullAttention = 0.51;
    result.headline.hfu = 0.472;
    result.headline.hfuFullAttention = 0.51;
    result.headline.steps = 298023.0;
    result.headline.timeToTrain = 110.4_d;
    result.headline.cost = 9.05_USD * 1e6;
    result.headline.memoryPeak = 83_GiB;
    result.headline.memoryCapacity = 140_GiB;
    result.headline.exposedCommunication = 4_s;
    result.headline.exposedNvlink = 3_s;
    result.headline.exposedNetwork = 1_s;
    result.memory[MemoryPart::Weights] = 10_GiB;
    result.memory[MemoryPart::OptimizerState] = 20_GiB;
    result.memory[MemoryPart::Activations] = 53_GiB;
    result.stages.assign(4, result.memory);
    result.terms = {
        exampleTerm(TermName::Step, Category::Group, Bound::Compute, 32_s, 32_s, -1),
        exampleTerm(TermName::GateUpProjection, Category::Gemm, Bound::Compute, 20_s, 20_s),
        exampleTerm(TermName::AttentionCore, Category::Attention, Bound::Compute, 5_s, 5_s),
        exampleTerm(TermName::Norms, Category::HbmKernels, Bound::Hbm, 2_s, 2_s),
        exampleTerm(TermName::TensorParallelCollectives, Category::TensorParallel, Bound::Nvlink,
                    6_s, 3_s),
        exampleTerm(TermName::DataParallelReduce, Category::DataParallel, Bound::Network, 2_s, 1_s),
        exampleTerm(TermName::PipelineBubble, Category::Bubble, Bound::Bubble, 1_s, 1_s)};
    result.terms[1].count = 1280.0;
    result.terms[1].phase = Phase::Forward;
    return result;
}

/// The same plan on GPUs of 64 GiB.
inline Result exampleThatDoesNotFit() {
    using namespace literals;
    Result result = exampleResult();
    result.feasible = false;
    result.headline.memoryCapacity = 64_GiB;
    result.fixes = {
        {.changes = {{"tp", "4", "8"}}, .memoryPeak = 50_GiB, .stepTime = 36_s},
        {.changes = {{"recompute", "none", "full"}}, .memoryPeak = 40_GiB, .stepTime = 41_s}};
    return result;
}

} // namespace roofplan

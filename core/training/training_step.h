// One training step of a resolved scenario: stages, schedule, data parallelism, optimiser, memory.
#pragma once

#include "core/result/result.h"
#include "core/result/term_sink.h"
#include "core/scenario/resolved_scenario.h"

namespace roofplan {

/// What a step takes, before money and tokens are put to it.
struct TrainingStep {
    Seconds time;
    std::array<Seconds, boundNames.size()> exposedByBound{}; ///< sums to `time`
    Seconds exposedNvlink; ///< collectives and transfers, latency-bound ones included
    Seconds exposedNetwork;
    std::int64_t pacingStage = 0;
    std::int64_t worstStage = 0; ///< of memory
    StageMemory memory;          ///< of the worst stage
    Bytes hosted;                ///< in the memory of a server
    bool fits = true;            ///< GPUs and servers hold it
};

/// step = (pipeline + data parallel + optimiser)·(1 + jitter·log2(N/8)) + fixed·(1 + log2(N/8)),
/// the logarithms at least 0. Leaves its terms in `sink` when there is one; the result is the same.
/// Source: composition of specs/stacks; pipeline_schedule.h, layer_pass.h, data_parallel.h.
[[nodiscard]] TrainingStep trainingStep(const ResolvedScenario& scenario, TermSink* sink);

/// Memory of every stage.
[[nodiscard]] std::vector<StageMemory> memoryByStage(const ResolvedScenario& scenario);

/// Where the memory of each stage comes from.
[[nodiscard]] std::vector<MemoryDerivations> memoryDerivations(const ResolvedScenario& scenario);

} // namespace roofplan

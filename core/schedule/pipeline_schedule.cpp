#include "core/schedule/pipeline_schedule.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Micro-batches missing in the last round of an interleaved schedule.
std::int64_t idleSlots(const PipelineInput& input) {
    const std::int64_t remainder = input.microBatches % input.stages;
    return input.chunks > 1 && remainder != 0 ? input.stages - remainder : 0;
}

} // namespace

PipelineTime pipelineTime(const PipelineInput& input) {
    PipelineTime time;
    const auto microBatches = static_cast<double>(input.microBatches);
    time.steady = input.pacingStage * microBatches;
    if (input.stages <= 1) {
        return time;
    }
    const auto chunks = static_cast<double>(input.chunks);
    time.bubble = (input.allStages - input.pacingStage) / chunks;
    time.idleSlots = static_cast<double>(idleSlots(input));
    time.bubble += input.pacingStage * ((chunks - 1.0) * time.idleSlots / chunks);
    time.transfers = 2.0 * chunks * microBatches;
    const Seconds steadyTransfers = input.transfer * time.transfers;
    const Seconds fill = input.transfer * (2.0 * static_cast<double>(input.stages - 1));
    time.transferExposed = steadyTransfers * input.transferExposed + fill;
    time.transferBusy = steadyTransfers + fill;
    return time;
}

double microBatchesInFlight(std::int64_t stage,
                            std::int64_t stages,
                            std::int64_t chunks,
                            std::int64_t microBatches) {
    const auto all = static_cast<double>(microBatches);
    if (chunks <= 1) {
        return std::min(all, static_cast<double>(stages - stage));
    }
    const auto inFlight = static_cast<double>(2 * (stages - stage - 1) + (chunks - 1) * stages + 1);
    return std::min(all, inFlight / static_cast<double>(chunks));
}

} // namespace roofplan

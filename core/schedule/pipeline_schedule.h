// 1F1B and its interleaved form: what a pipeline adds to the work of its slowest stage.
#pragma once

#include "core/units/quantity.h"

#include <cstdint>

namespace roofplan {

struct PipelineInput {
    std::int64_t stages = 1;
    std::int64_t chunks = 1; ///< v, a stage; 1 is plain 1F1B
    std::int64_t microBatches = 1;
    Seconds pacingStage; ///< t_max, forward + backward of a micro-batch on the slowest stage
    Seconds allStages;   ///< Σ t_s over the stages
    Seconds transfer;    ///< t_p2p, one activation or its gradient to the next chunk
    double transferExposed = 1.0; ///< share of steady-state transfers that no compute hides
};

struct PipelineTime {
    Seconds steady; ///< nm·t_max
    Seconds bubble; ///< fill and drain, and the longer last round of an interleaved remainder
    Seconds transferExposed;
    Seconds transferBusy;   ///< with the fill, in which others' transfers are waited for
    double idleSlots = 0.0; ///< micro-batches missing in the last round of an interleaved schedule
    double transfers = 0.0; ///< one GPU's: an activation and a gradient a chunk and micro-batch

    [[nodiscard]] Seconds total() const { return steady + bubble + transferExposed; }
};

/// body = nm·(t_max + 2·v·x·t_p2p) + (Σ t_s − t_max)/v + 2(p−1)·t_p2p
///        + (v−1)·(p − nm mod p)·t_max/v where p does not divide nm.
/// With equal stages the bubble is (p−1)·t/v. Sources: arXiv 2104.04473 eq. 2 to 4; the remainder
/// term after Isaev et al., Calculon, SC 2023.
[[nodiscard]] PipelineTime pipelineTime(const PipelineInput& input);

/// Micro-batches whose activations a stage holds at its peak, in units of the stage's whole
/// content: 1F1B min(nm, p − stage); interleaved (2(p − stage − 1) + (v − 1)p + 1)/v, at most nm.
/// Stage 0 then holds p·(1 + (p−1)/(p·v)), arXiv 2205.05198 §4.2.3.
[[nodiscard]] double microBatchesInFlight(std::int64_t stage,
                                          std::int64_t stages,
                                          std::int64_t chunks,
                                          std::int64_t microBatches);

} // namespace roofplan

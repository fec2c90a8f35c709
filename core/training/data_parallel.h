// Gradients and parameters between data-parallel replicas, once a step.
#pragma once

#include "core/result/term_sink.h"
#include "core/training/training_context.h"

namespace roofplan {

/// ZeRO-1: reduce-scatter of the gradients and all-gather of the 2-byte parameters; otherwise one
/// all-reduce. With overlap exposed = max(floor·t, t − window·t_max), without it t, where t_max is
/// the pacing stage's time for a micro-batch. Tied embeddings on two stages add an all-reduce of
/// the table. Source: arXiv 1910.02054 §7; overlap window and floor: study of published training
/// steps.
struct DataParallelCost {
    CollectiveCost reduce;
    CollectiveCost gather;
    CollectiveCost tied;
    Bytes reduceMessage;
    Bytes gatherMessage;
    Bytes tiedMessage;
    Seconds exposed; ///< of reduce and gather together
    Seconds window;  ///< compute that hides traffic

    [[nodiscard]] Seconds busy() const { return reduce.time + gather.time; }

    [[nodiscard]] Seconds total() const { return exposed + tied.time; }
};

/// `parameters` on the GPU that holds most of them; `pacingStage` t_max.
[[nodiscard]] DataParallelCost
dataParallelCost(const TrainingContext& context, double parameters, Seconds pacingStage);

void recordDataParallel(const TrainingContext& context,
                        const DataParallelCost& cost,
                        std::int32_t parent,
                        TermSink& sink);

} // namespace roofplan

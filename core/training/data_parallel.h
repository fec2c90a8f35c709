// Gradients and parameters between data-parallel replicas, once a step.
#pragma once

#include "core/result/term_sink.h"
#include "core/training/training_context.h"

#include <array>

namespace roofplan {

/// One collective between replicas, `calls` times a step.
struct ReplicaCollective {
    TermName name = TermName::DataParallelReduce;
    CollectiveCost cost;
    Bytes message;
    Placement group;
    double calls = 1.0;

    [[nodiscard]] Seconds busy() const { return cost.time * calls; }
};

/// Reduce-scatter of the gradients and all-gather of the parameters where optimiser states are
/// sharded, otherwise one all-reduce; dense and expert parameters over their own replicas. ZeRO-2
/// reduces after each micro-batch. FSDP exchanges in the layers; HSDP leaves an all-reduce of the
/// shards between its copies. With overlap exposed = max(floor·t, t − window·t_max), without it t,
/// where t_max is the pacing stage's time for a micro-batch. Tied embeddings on two stages add an
/// all-reduce of the table. Source: arXiv 1910.02054 §7; overlap window and floor: study of
/// published training steps.
struct DataParallelCost {
    std::array<ReplicaCollective, 4> collectives;
    std::size_t count = 0;
    ReplicaCollective tied; ///< no time where there is none
    Seconds exposed;        ///< of the collectives together
    Seconds window;         ///< compute that hides traffic

    void add(const ReplicaCollective& collective) { collectives[count++] = collective; }

    [[nodiscard]] Seconds busy() const;

    [[nodiscard]] Seconds total() const { return exposed + tied.busy(); }
};

/// `trained` parameters on the GPU that holds most of them; `pacingStage` t_max.
[[nodiscard]] DataParallelCost dataParallelCost(const TrainingContext& context,
                                                const LocalParameters& trained,
                                                Seconds pacingStage);

void recordDataParallel(const TrainingContext& context,
                        const DataParallelCost& cost,
                        std::int32_t parent,
                        TermSink& sink);

} // namespace roofplan

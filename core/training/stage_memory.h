// Bytes on each GPU of a pipeline stage while it trains.
#pragma once

#include "core/result/result.h"
#include "core/training/stage_contents.h"
#include "core/training/training_context.h"

#include <vector>

namespace roofplan {

/// What one GPU holds of a layer.
struct LayerSizes {
    LocalParameters parameters; ///< before FSDP divides them
    LocalParameters trained;    ///< of them: all, or the adapters of LoRA
    Bytes kept;                 ///< of a micro-batch for its backward pass
    Bytes keptRepeated;         ///< the same where the whole layer is recomputed
    double linear = 0.0;        ///< parameters of its linears that have a gradient
    Bytes recomputed; ///< inputs gathered over TP and a whole layer's activations made again
};

/// The same of all that a model is made of. Neither PP nor DP changes it.
struct PieceSizes {
    std::vector<LayerSizes> kinds; ///< [layer kinds]
    double embedding = 0.0;        ///< parameters
    double head = 0.0;             ///< on the stage of the embedding
    double headAway = 0.0;         ///< on another: with a copy of a tied table
    double prediction = 0.0;
    Bytes embeddingActivations; ///< of a micro-batch
    Bytes headActivations;
    double vocabulary = 0.0; ///< columns of the head
    Bytes logits;
};

[[nodiscard]] PieceSizes pieceSizes(const TrainingContext& context);

/// Bytes of a layer for its backward pass; `repeated`: the whole layer is recomputed.
[[nodiscard]] Bytes
keptActivations(const TrainingContext& context, const LayerKind& kind, bool repeated);

/// Parameters on one GPU of a stage, before FSDP divides them.
[[nodiscard]] LocalParameters stageParameters(const TrainingContext& context,
                                              const PieceSizes& sizes,
                                              const StageContent& content);

/// Those of them that are trained.
[[nodiscard]] LocalParameters
stageTrained(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content);

/// Weights, gradients, optimiser, activations of the micro-batches in flight, logits (last stage),
/// buffers (one 2-byte weight-gradient buffer for each linear of a layer; under full recomputation
/// one layer's activations), reserve. Of stages that hold the same the first needs most.
[[nodiscard]] StageMemory
stageMemory(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content);

/// Some stage needs at least that, whatever is recomputed, offloaded or sharded and whatever lies
/// where: the one with the head its logits, the one with a layer what that layer keeps.
[[nodiscard]] Bytes leastMemory(const TrainingContext& context);

/// What is kept in the host's memory.
struct Hosted {
    Bytes activations; ///< of the micro-batches in flight
    Bytes optimizer;

    [[nodiscard]] Bytes total() const { return activations + optimizer; }
};

/// Of a GPU of the stage; 0 where nothing is offloaded.
[[nodiscard]] Hosted
hostedBytes(const TrainingContext& context, const PieceSizes& sizes, const StageContent& content);

/// Where each part of stageMemory() comes from.
[[nodiscard]] MemoryDerivations deriveStageMemory(const TrainingContext& context,
                                                  const PieceSizes& sizes,
                                                  const StageContent& content);

} // namespace roofplan

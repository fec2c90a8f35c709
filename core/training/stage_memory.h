// Bytes on each GPU of a pipeline stage while it trains.
#pragma once

#include "core/result/result.h"
#include "core/training/training_context.h"

namespace roofplan {

/// Parameters on one GPU of `stage`, before FSDP divides them.
[[nodiscard]] LocalParameters stageParameters(const TrainingContext& context, std::int64_t stage);

/// Those of them that are trained: all, or the adapters of LoRA.
[[nodiscard]] LocalParameters stageTrained(const TrainingContext& context, std::int64_t stage);

/// Weights, gradients, optimiser, activations of the micro-batches in flight, logits (last stage),
/// buffers (one 2-byte weight-gradient buffer for each linear of a layer; under full recomputation
/// one layer's activations), reserve.
/// What a layer keeps of a micro-batch for its backward pass; `repeated` is the share of such
/// layers that are recomputed as a whole.
[[nodiscard]] Bytes
keptActivations(const TrainingContext& context, const LayerKind& kind, double repeated);

[[nodiscard]] StageMemory stageMemory(const TrainingContext& context, std::int64_t stage);

/// Where each part of stageMemory() comes from.
[[nodiscard]] MemoryDerivations deriveStageMemory(const TrainingContext& context,
                                                  std::int64_t stage);

} // namespace roofplan

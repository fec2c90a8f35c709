// The kernels that one GPU runs for a layer, the embedding and the head, in training.
#pragma once

#include "core/architecture/transformer.h"
#include "core/operators/kernel.h"
#include "core/scenario/scenario.h"

namespace roofplan {

/// Every kernel of a layer's forward pass, priced, in order. `phase` is Forward or Recomputation.
void visitForward(const Transformer& model,
                  const LayerKind& kind,
                  const LayerContext& context,
                  const Device& device,
                  Phase phase,
                  KernelVisitor visit);

/// The kernels of the forward pass that selective recomputation of `modules` repeats.
void visitRecomputed(const Transformer& model,
                     const LayerKind& kind,
                     const LayerContext& context,
                     const Device& device,
                     RecomputeModules modules,
                     KernelVisitor visit);

/// Backward: an input-gradient and a weight-gradient GEMM for each linear, attention at 2.5 times
/// its forward FLOPs, memory-bound kernels at twice their forward bytes.
void visitBackward(const Transformer& model,
                   const LayerKind& kind,
                   const LayerContext& context,
                   const Device& device,
                   KernelVisitor visit);

/// Token look-up, or the scatter of its gradients: 20 bytes an element of hidden, both together.
void visitEmbedding(const Transformer& model,
                    const LayerContext& context,
                    const Device& device,
                    Phase phase,
                    KernelVisitor visit);

/// In front of a layer that predicts a further token: two norms and a linear of 2·h to h, columns
/// split by TP. Source: arXiv 2412.19437 section 2.2.
void visitPrediction(const Transformer& model,
                     const LayerContext& context,
                     const Device& device,
                     Phase phase,
                     KernelVisitor visit);

/// Final norm, LM head (columns split by TP) and the vocabulary-parallel cross-entropy of one pass.
/// `lossBytes`: HBM bytes a logit for both passes together.
void visitHead(const Transformer& model,
               const LayerContext& context,
               Sourced<double> lossBytes,
               const Device& device,
               Phase phase,
               KernelVisitor visit);

} // namespace roofplan

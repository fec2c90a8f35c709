// The kernels that one GPU runs for a layer, the embedding and the head, in training.
#pragma once

#include "core/architecture/transformer.h"
#include "core/base/function_ref.h"
#include "core/operators/attention.h"
#include "core/operators/gemm.h"
#include "core/result/derivation.h"
#include "core/result/term.h"

#include <variant>

namespace roofplan {

/// How much of a layer this GPU holds and sees.
struct LayerContext {
    std::int64_t sequences = 1; ///< micro-batch
    std::int64_t sequence = 1;  ///< tokens
    std::int64_t tensorParallel = 1;
    bool sequenceParallel = false;
    bool flash = true;
    bool dropout = false;
    double normResidualBytes = 20.0; ///< forward bytes an element: two norms, two residual adds
    double activationFactor = 1.0;
    double gradientBytes = 4.0; ///< a parameter, accumulated by the weight-gradient GEMM
    FactId normResidualFact = FactId::None;
    FactId activationFact = FactId::None;
    FactId gradientFact = FactId::None;

    [[nodiscard]] double tokens() const {
        return static_cast<double>(sequences) * static_cast<double>(sequence);
    }

    /// Tokens that norms, residuals and dropouts of this rank see.
    [[nodiscard]] double shardTokens() const {
        return tokens() / (sequenceParallel ? static_cast<double>(tensorParallel) : 1.0);
    }
};

/// Bytes over HBM and the vector operations on them.
struct MemoryWork {
    Bytes bytes;
    Flops flops;
    FactId fact = FactId::None;
};

/// One kernel of one micro-batch; `cost` is a call's.
struct Kernel {
    TermName name{};
    Phase phase{};
    Category category{};
    std::variant<GemmShape, AttentionShape, MemoryWork> work;
    KernelCost cost;
};

using KernelVisitor = FunctionRef<void(const Kernel&)>;

/// Every kernel of a layer's forward pass, priced, in order. `phase` is Forward or Recomputation.
void visitForward(const Transformer& model,
                  const LayerKind& kind,
                  const LayerContext& context,
                  const Device& device,
                  Phase phase,
                  KernelVisitor visit);

/// The part of the forward pass that selective recomputation repeats.
void visitAttentionCore(const LayerKind& kind,
                        const LayerContext& context,
                        const Device& device,
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

/// Final norm, LM head (columns split by TP) and the vocabulary-parallel cross-entropy of one pass.
/// `lossBytes`: HBM bytes a logit for both passes together.
void visitHead(const Transformer& model,
               const LayerContext& context,
               Sourced<double> lossBytes,
               const Device& device,
               Phase phase,
               KernelVisitor visit);

/// The formula, numbers and facts behind a kernel's cost.
[[nodiscard]] Derivation deriveKernel(const Kernel& kernel, const Device& device);

} // namespace roofplan

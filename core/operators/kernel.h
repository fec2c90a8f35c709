// One kernel that a GPU runs, and how much of a layer that GPU holds and sees.
#pragma once

#include "core/base/function_ref.h"
#include "core/catalogue/fact.h"
#include "core/operators/attention.h"
#include "core/operators/gemm.h"
#include "core/result/derivation.h"
#include "core/result/term.h"

#include <variant>

namespace roofplan {

/// How much of a layer this GPU holds and sees.
struct LayerContext {
    std::int64_t sequences = 1; ///< micro-batch
    std::int64_t sequence = 1;  ///< tokens of the whole sequence
    std::int64_t attended = 0;  ///< tokens that attention sees (packed documents), 0: `sequence`
    std::int64_t tensorParallel = 1;
    std::int64_t contextParallel = 1;
    std::int64_t expertParallel = 1;
    std::int64_t expertTensorParallel = 1;
    double expertImbalance = 1.0; ///< rows of the busiest rank over the mean
    bool sequenceParallel = false;
    bool flash = true;
    bool dropout = false;
    bool frozen = false;             ///< weights have no gradient (LoRA's base)
    std::int64_t adapterRank = 0;    ///< of LoRA on the projections of attention, 0 for none
    double normResidualBytes = 20.0; ///< forward bytes an element: two norms, two residual adds
    double activationFactor = 1.0;
    double castFactor = 0.0; ///< passes of quantise kernels over their minimum; 0: nothing is cast
    double permuteFactor = 1.0;
    double biasedActivation = 1.0;  ///< passes of the activation of biased experts
    double expertBytesFactor = 1.0; ///< on the memory-bound kernels of experts
    double gradientBytes = 4.0;     ///< a parameter, accumulated by the weight-gradient GEMM
    FactId normResidualFact = FactId::None;
    FactId activationFact = FactId::None;
    FactId castFact = FactId::None;
    FactId permuteFact = FactId::None;
    FactId biasedFact = FactId::None;
    FactId expertBytesFact = FactId::None;
    FactId gradientFact = FactId::None;

    /// Tokens of this rank's part of the micro-batch.
    [[nodiscard]] double tokens() const {
        return static_cast<double>(sequences) * static_cast<double>(sequence) /
               static_cast<double>(contextParallel);
    }

    /// Tokens that norms, residuals and dropouts of this rank see.
    [[nodiscard]] double shardTokens() const {
        return tokens() / (sequenceParallel ? static_cast<double>(tensorParallel) : 1.0);
    }

    /// Rows of the linears.
    [[nodiscard]] std::int64_t rows() const {
        return (sequences * sequence + contextParallel - 1) / contextParallel;
    }

    [[nodiscard]] std::int64_t attendedTokens() const { return attended > 0 ? attended : sequence; }
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

/// The formula, numbers and facts behind a kernel's cost.
[[nodiscard]] Derivation deriveKernel(const Kernel& kernel, const Device& device);

} // namespace roofplan

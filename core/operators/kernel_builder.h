// Prices kernels of one phase and shows them to a visitor.
#pragma once

#include "core/operators/elementwise.h"
#include "core/operators/kernel.h"

namespace roofplan {

/// One linear layer of `rows` × `columns` × `depth`, or `batch` of them with different weights.
struct Linear {
    TermName name{};
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t depth = 0;
    double batch = 1.0;
    bool low = true;     ///< in the low format of an 8- or 4-bit recipe
    bool frozen = false; ///< no gradient of its weights
};

class KernelBuilder {
public:
    KernelBuilder(KernelVisitor visit, Phase phase, const Device& device)
        : m_visit(visit), m_phase(phase), m_device(device) {}

    [[nodiscard]] const Device& device() const { return m_device; }

    void gemm(TermName name, Phase phase, const GemmShape& shape, Category category) const {
        m_visit({name, phase, category, shape, gemmCost(shape, m_device)});
    }

    void gemm(TermName name, const GemmShape& shape, Category category) const {
        gemm(name, m_phase, shape, category);
    }

    void attention(const AttentionShape& shape) const {
        m_visit({TermName::AttentionCore, m_phase, Category::Attention, shape,
                 flashAttentionCost(shape, m_device)});
    }

    void memory(TermName name,
                double bytes,
                double flops,
                FactId fact = FactId::None,
                Category category = Category::HbmKernels) const {
        const MemoryWork work{Bytes(bytes), Flops(flops), fact};
        m_visit(
            {name, m_phase, category, work, memoryKernelCost(work.bytes, work.flops, m_device)});
    }

    void linear(const Linear& linear) const;

    /// The gradient GEMM of the input, and of the weight unless it is frozen; the latter reads,
    /// adds to and writes `gradientBytes` a weight where gradients accumulate.
    void linearBackward(const Linear& linear, double gradientBytes) const;

private:
    [[nodiscard]] GemmShape formatted(const GemmShape& shape, bool low) const {
        return low ? inLowFormat(shape, m_device) : shape;
    }

    KernelVisitor m_visit;
    Phase m_phase;
    const Device& m_device;
};

} // namespace roofplan

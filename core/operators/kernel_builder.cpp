#include "core/operators/kernel_builder.h"

namespace roofplan {

void KernelBuilder::linear(const Linear& l) const {
    gemm(l.name, formatted({.m = l.rows, .n = l.columns, .k = l.depth, .batch = l.batch}, l.low),
         Category::Gemm);
}

void KernelBuilder::linearBackward(const Linear& l, double gradientBytes) const {
    gemm(l.name, Phase::Dgrad,
         formatted({.m = l.rows, .n = l.depth, .k = l.columns, .batch = l.batch}, l.low),
         Category::Gemm);
    if (!l.frozen) {
        const GemmShape weight{.m = l.columns,
                               .n = l.depth,
                               .k = l.rows,
                               .batch = l.batch,
                               .bytesC = 2.0 * gradientBytes};
        gemm(l.name, Phase::Wgrad, formatted(weight, l.low), Category::Gemm);
    }
}

} // namespace roofplan

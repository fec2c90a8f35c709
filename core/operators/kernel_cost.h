// What one call of a kernel takes.
#pragma once

#include "core/result/bound.h"
#include "core/units/quantity.h"

namespace roofplan {

struct KernelCost {
    Seconds time;
    Seconds compute; ///< time of the arithmetic alone
    Seconds memory;  ///< time of the HBM traffic alone
    Flops flops;
    Bytes hbm;
    Bound bound = Bound::Compute;
    Seconds extra; ///< GEMM: reduction of split-K; attention: the critical path of a query block
    double waves = 0.0; ///< GEMM: waves of thread blocks
    double split = 1.0; ///< GEMM: split-K
};

} // namespace roofplan

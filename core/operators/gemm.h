// Matrix multiplication on tensor cores.
#pragma once

#include "core/operators/device.h"
#include "core/operators/kernel_cost.h"

#include <cstdint>

namespace roofplan {

/// C[m,n] = A[m,k] · B[k,n], `batch` independent ones in one launch.
struct GemmShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    double batch = 1.0;
    bool low = false;    ///< operands in the 8- or 4-bit format of the recipe
    double bytesA = 2.0; ///< bytes an element; each operand at its own width
    double bytesB = 2.0;
    double bytesC = 2.0; ///< 8 where the result is accumulated into FP32 (read and written)
};

/// `shape` with operands of the device's low format, where it has one.
[[nodiscard]] inline GemmShape inLowFormat(GemmShape shape, const Device& device) {
    if (device.low) {
        shape.low = true;
        shape.bytesA = device.low->operandBytes;
        shape.bytesB = device.low->operandBytes;
    }
    return shape;
}

/// With T = ceil(m/64)·ceil(n/64)·s output quanta of 64 × 64 and Wm the achievable HBM bandwidth:
///   t_c = ceil(T/SM) · 2·64·64·(64·ceil(k/(64 s)) + kappa) · SM / (P·eta_c)
///   t_m = n·k·b_B / min(Wm, w_d·min(s·ceil(n/64), SM)) + (m·k·b_A + m·n·b_C) / Wm
///   t   = t0 + min over split-K s of [ (t_c^5 + t_m^5)^(1/5) + (s>1)·(t_split + 4·s·m·n/Wm) ]
/// P, eta_c and kappa are those of the operand format; NVFP4 works in quanta of 64 × 128 and does
/// not split K. s in {1,2,3,4,6,8,16}; a GEMM of 16 waves or more is not split: what rounding could
/// save there is below 3 %, which the reduction costs. Fitted on 291 published kernel times, 3.4 %
/// median error. Source: operator curves of specs/efficiency (published TensorRT-LLM kernel
/// tables).
[[nodiscard]] KernelCost gemmCost(const GemmShape& shape, const Device& device);

} // namespace roofplan

// Norms, residual adds, activations, softmax, the optimiser: kernels that only move bytes.
#pragma once

#include "core/operators/device.h"
#include "core/operators/kernel_cost.h"

namespace roofplan {

/// t = B / (W·eta_m). Their few FLOPs run on the vector units and never bind: `flops` is what the
/// roofline view places the kernel by.
[[nodiscard]] inline KernelCost memoryKernelCost(Bytes bytes, Flops flops, const Device& device) {
    KernelCost cost;
    cost.memory = bytes / device.hbm;
    cost.time = cost.memory;
    cost.flops = flops;
    cost.hbm = bytes;
    cost.bound = Bound::Hbm;
    return cost;
}

} // namespace roofplan

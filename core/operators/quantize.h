// Casting activations to the 8- or 4-bit format of a GEMM.
#pragma once

#include "core/operators/device.h"
#include "core/operators/kernel_cost.h"

#include <cstdint>
#include <optional>

namespace roofplan {

/// How an engine scales activations.
enum class ActivationScales {
    Tensor, ///< one dynamic scale a tensor (FP8), blocks of 16 or 32 (NVFP4, MXFP8)
    Block,  ///< FP8 in blocks of 128, as DeepSeek-V3
};

/// The engine kernels that cast activations: found, scaled and written before the GEMM reads them.
struct CastRate {
    Seconds launch;            ///< t_fix
    double bytesAnElement = 0; ///< q, moved an element of the activation
};

/// Of operands in `precision`; absent where the profile has none.
[[nodiscard]] std::optional<CastRate>
castRate(const EfficiencyProfile& profile, Precision precision, ActivationScales scales);

/// t_quant = t_fix + q·m·k/Wm. Fused into the kernel before, it costs nothing and is not asked for.
/// Source: operator curves of specs/efficiency; two such kernels timed alone took 6.0 and 2.7 us.
[[nodiscard]] KernelCost
castCost(std::int64_t m, std::int64_t k, const CastRate& rate, const Device& device);

/// `device` with the 8-bit ceiling of block-scaled kernels, where the profile has it.
[[nodiscard]] Device withBlockScales(Device device, const EfficiencyProfile& profile);

} // namespace roofplan

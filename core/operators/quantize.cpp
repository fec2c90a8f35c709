#include "core/operators/quantize.h"

namespace roofplan {

std::optional<CastRate>
castRate(const EfficiencyProfile& profile, Precision precision, ActivationScales scales) {
    const auto rate = [](const std::optional<Sourced<Seconds>>& launch,
                         const std::optional<Sourced<double>>& bytes) {
        return launch && bytes ? std::optional(CastRate{.launch = launch->value,
                                                        .bytesAnElement = bytes->value})
                               : std::nullopt;
    };
    if (precision == Precision::Nvfp4) {
        return rate(profile.castLaunchFp4, profile.castBytesFp4);
    }
    return scales == ActivationScales::Block ? rate(profile.castLaunchBlock, profile.castBytesBlock)
                                             : rate(profile.castLaunchFp8, profile.castBytesFp8);
}

KernelCost castCost(std::int64_t m, std::int64_t k, const CastRate& rate, const Device& device) {
    KernelCost cost;
    cost.hbm = Bytes(static_cast<double>(m) * static_cast<double>(k) * rate.bytesAnElement);
    cost.memory = cost.hbm / device.hbm;
    cost.time = rate.launch + cost.memory;
    cost.bound = cost.memory >= rate.launch ? Bound::Hbm : Bound::Latency;
    return cost;
}

Device withBlockScales(Device device, const EfficiencyProfile& profile) {
    if (device.low && profile.gemmCeilingBlock) {
        device.low->ceiling = profile.gemmCeilingBlock->value;
        device.low->ceilingFact = profile.gemmCeilingBlock->fact;
    }
    return device;
}

} // namespace roofplan

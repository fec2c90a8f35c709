#include "core/operators/attention_prefill.h"

namespace roofplan {

namespace {

// DeepSeek-V2 and V3, arXiv 2412.19437 section 4.2: the only shape in use.
constexpr std::int64_t latentQueryKey = 192;
constexpr std::int64_t latentValue = 128;
constexpr double latentCacheBytes = 1152.0; ///< (512 + 64) of 2 bytes, a token
constexpr double bytesOfHalf = 2.0;

void addTraffic(KernelCost& cost, Bytes more, const Device& device) {
    const Seconds time = more / device.hbm;
    cost.hbm = cost.hbm + more;
    cost.memory = cost.memory + time;
    cost.time = cost.time + time;
}

} // namespace

KernelCost prefillAttentionCost(const AttentionShape& shape, const Device& device) {
    KernelCost cost = flashAttentionCost(shape, device);
    const auto heads = static_cast<double>(shape.queryHeads + 2 * shape.keyValueHeads);
    const double elements = static_cast<double>(shape.sequences) * shape.queries() *
                            static_cast<double>(shape.headDimension) * heads;
    addTraffic(cost, Bytes(2.0 * bytesOfHalf * elements), device); // read and written
    return cost;
}

std::optional<Device>
withLowPrecisionAttention(Device device, const Gpu& gpu, const EfficiencyProfile& profile) {
    const Peak& peak = gpu.peak(Precision::Fp8);
    if (peak.state != PeakState::Known || !profile.attentionForwardFp8) {
        return std::nullopt;
    }
    device.peak = peak.rate;
    device.attentionEfficiency = profile.attentionForwardFp8->value;
    device.attentionFact = profile.attentionForwardFp8->fact;
    return device;
}

std::optional<KernelCost> latentPrefillCost(std::int64_t sequences,
                                            std::int64_t tokens,
                                            std::int64_t heads,
                                            Device device,
                                            const EfficiencyProfile& profile) {
    if (!profile.latentPrefill || !profile.latentLaunch) {
        return std::nullopt;
    }
    const AttentionShape shape{.sequences = sequences,
                               .queryHeads = heads,
                               .keyValueHeads = heads,
                               .headDimension = latentQueryKey,
                               .valueDimension = latentValue,
                               .sequence = tokens};
    // Fitted at this head size, not at 128.
    device.attentionEfficiency =
        profile.latentPrefill->value *
        headSizeFactor(static_cast<double>(latentQueryKey + latentValue) / 2.0,
                       device.attentionHeadRamp);
    device.attentionLaunch = profile.latentLaunch->value;
    constexpr double queryTile = 128.0;
    device.attentionQueryTile = queryTile;
    KernelCost cost = flashAttentionCost(shape, device);
    addTraffic(
        cost,
        Bytes(static_cast<double>(sequences) * static_cast<double>(tokens) * latentCacheBytes),
        device);
    return cost;
}

} // namespace roofplan

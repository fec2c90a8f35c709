#include "core/operators/attention_decode.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

// DeepSeek-V2 and V3, arXiv 2412.19437 section 4.2: the only shape in use.
constexpr double latent = 512.0 + 64.0;          ///< elements of a token's cache
constexpr double latentPerHead = latent + 512.0; ///< query and output elements of a head
constexpr double headTile = 16.0;

void setCache(DecodeRates& rates, const Gpu& gpu, const EfficiencyProfile& profile) {
    if (profile.cachedGain && profile.cachedShare && gpu.l2Cache) {
        rates.cachedGain = profile.cachedGain->value;
        rates.cached = gpu.l2Cache->value * profile.cachedShare->value;
    }
}

/// Time to stream `bytes` of cache by `pieces` thread blocks at most.
Seconds
streamed(Bytes bytes, double pieces, Bandwidth hbm, const DecodeRates& rates, CacheState state) {
    const bool inL2 = state == CacheState::Repeated && bytes < rates.cached;
    return bytes / std::min(hbm * (inL2 ? rates.cachedGain : 1.0), rates.blockBandwidth * pieces);
}

void setBound(KernelCost& cost, Seconds launch) {
    const Seconds longest = std::max(cost.compute, cost.memory);
    cost.bound = launch > longest             ? Bound::Latency
                 : cost.compute > cost.memory ? Bound::Compute
                                              : Bound::Hbm;
}

} // namespace

std::optional<DecodeRates> decodeRates(const Gpu& gpu, const EfficiencyProfile& profile) {
    if (!profile.decodeHbmFraction || !profile.decodeLaunch || !profile.decodeSplits) {
        return std::nullopt;
    }
    DecodeRates rates{.hbm = gpu.hbmBandwidth.value * profile.decodeHbmFraction->value,
                      .blockBandwidth = profile.blockBandwidth.value,
                      .splits = profile.decodeSplits->value,
                      .launch = profile.decodeLaunch->value};
    setCache(rates, gpu, profile);
    return rates;
}

KernelCost
decodeAttentionCost(const DecodeShape& shape, const DecodeRates& rates, CacheState state) {
    const auto b = static_cast<double>(shape.sequences);
    const auto h = static_cast<double>(shape.queryHeads);
    const auto hk = static_cast<double>(shape.keyValueHeads);
    const auto d = static_cast<double>(shape.headDimension);
    const auto context = static_cast<double>(shape.context);
    const Bytes cache(2.0 * b * context * hk * d * shape.bytesAnElement);
    const Bytes queries(4.0 * b * h * d);
    KernelCost cost;
    cost.memory =
        streamed(cache, b * hk * rates.splits, rates.hbm, rates, state) + queries / rates.hbm;
    cost.hbm = cache + queries;
    cost.flops = Flops(4.0 * b * h * d * context);
    cost.time = rates.launch + cost.memory;
    setBound(cost, rates.launch);
    return cost;
}

std::optional<LatentDecodeRates> latentDecodeRates(const Gpu& gpu,
                                                   const EfficiencyProfile& profile) {
    const Peak& peak = gpu.peak(Precision::Bf16);
    if (peak.state != PeakState::Known || !profile.latentHbmFraction ||
        !profile.latentHbmFractionFp8 || !profile.latentLaunch || !profile.latentSplits ||
        !profile.latentCeiling || !profile.latentQueryPasses) {
        return std::nullopt;
    }
    const Bandwidth peakHbm = gpu.hbmBandwidth.value;
    LatentDecodeRates rates{.stream = {.hbm = peakHbm * profile.latentHbmFraction->value,
                                       .blockBandwidth = profile.blockBandwidth.value,
                                       .splits = profile.latentSplits->value,
                                       .launch = profile.latentLaunch->value},
                            .hbmOfFp8 = peakHbm * profile.latentHbmFractionFp8->value,
                            .compute = peak.rate * profile.latentCeiling->value,
                            .queryPasses = profile.latentQueryPasses->value};
    setCache(rates.stream, gpu, profile);
    return rates;
}

KernelCost
latentDecodeCost(const LatentDecodeShape& shape, const LatentDecodeRates& rates, CacheState state) {
    const auto b = static_cast<double>(shape.sequences);
    const auto h = static_cast<double>(shape.heads);
    const auto context = static_cast<double>(shape.context);
    const double bytesAnElement = shape.fp8 ? 1.0 : 2.0;
    const Bandwidth hbm = shape.fp8 ? rates.hbmOfFp8 : rates.stream.hbm;
    const Bytes cache(latent * bytesAnElement * b * context);
    const Bytes queries(rates.queryPasses * b * h * latentPerHead * 2.0);
    const Seconds stream = streamed(cache, b * rates.stream.splits, hbm, rates.stream, state);
    KernelCost cost;
    cost.flops = Flops(2.0 * latentPerHead * h * b * context);
    cost.compute = Flops(2.0 * latentPerHead * std::max(h, headTile) * b * context) / rates.compute;
    cost.memory = stream + queries / hbm;
    cost.hbm = cache + queries;
    const double together =
        std::cbrt(std::pow(stream.base(), 3) + std::pow(cost.compute.base(), 3));
    cost.time = rates.stream.launch + Seconds(together) + queries / hbm;
    setBound(cost, rates.stream.launch);
    return cost;
}

} // namespace roofplan

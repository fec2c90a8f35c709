#include "core/operators/device.h"

namespace roofplan {

namespace {

// NVFP4 kernels work in quanta of 64 × 128 and do not split K: operator curves of specs/efficiency.
constexpr double fp4ColumnQuantum = 128.0;

bool isFp4(Precision precision) {
    return precision == Precision::Nvfp4;
}

/// The ceiling of the low format's GEMMs; the 16-bit one where the profile has none.
Sourced<double> lowCeiling(const EfficiencyProfile& profile, Precision precision, bool tuned) {
    const auto& engine = isFp4(precision) ? profile.gemmCeilingFp4 : profile.gemmCeilingFp8;
    const auto& best = isFp4(precision) ? profile.gemmCeilingFp4Tuned : profile.gemmCeilingFp8Tuned;
    const Sourced<double> half = tuned ? profile.gemmCeilingTuned : profile.gemmCeiling;
    return tuned && best ? *best : engine.value_or(half);
}

GemmRate lowRate(const Gpu& gpu,
                 const EfficiencyProfile& profile,
                 Precision precision,
                 bool tuned,
                 double computeScale) {
    const Peak& peak = gpu.peak(precision);
    const Sourced<double> ceiling = lowCeiling(profile, precision, tuned);
    const bool mx = precision == Precision::Mxfp8 && profile.mxFactor;
    return {.peak = peak.rate * computeScale,
            .ceiling = ceiling.value * (mx ? profile.mxFactor->value : 1.0),
            .depthRamp = profile.depthRamp.value,
            .operandBytes = bytesPerElement(precision),
            .columnQuantum = isFp4(precision) ? fp4ColumnQuantum : 64.0,
            .splits = !isFp4(precision),
            .peakFact = peak.fact,
            .ceilingFact = ceiling.fact,
            .mxFact = mx ? profile.mxFactor->fact : FactId::None};
}

} // namespace

Device makeDevice(const Gpu& gpu,
                  const EfficiencyProfile& profile,
                  Precision precision,
                  GemmKernels kernels,
                  bool flash2,
                  double computeScale,
                  double hbmScale) {
    const bool tuned = kernels == GemmKernels::TunedSustained;
    const Sourced<double>& ceiling = tuned ? profile.gemmCeilingTuned : profile.gemmCeiling;
    const Precision halfFormat = isHalf(precision) ? precision : Precision::Bf16;
    const Peak& peak = gpu.peak(halfFormat);
    Device device;
    device.peak = peak.rate * computeScale;
    device.half = {.peak = device.peak,
                   .ceiling = ceiling.value,
                   .depthRamp = profile.depthRamp.value,
                   .peakFact = peak.fact,
                   .ceilingFact = ceiling.fact};
    if (!isHalf(precision)) {
        device.low = lowRate(gpu, profile, precision, tuned, computeScale);
    }
    if (tuned) {
        device.half.ceiling *= profile.sustainedFactor.value;
        if (device.low) {
            device.low->ceiling *= profile.sustainedFactor.value;
        }
        device.sustainedFact = profile.sustainedFactor.fact;
    }
    device.hbmDatasheet = gpu.hbmBandwidth.value * hbmScale;
    device.hbm = device.hbmDatasheet * profile.hbmFraction.value;
    device.multiprocessors = gpu.multiprocessors.value;
    device.gemmLaunch = profile.gemmLaunch.value;
    device.blockBandwidth = profile.blockBandwidth.value;
    device.splitLaunch = profile.splitLaunch.value;
    const Sourced<double>& attention =
        tuned ? profile.attentionForwardTuned : profile.attentionForward;
    const Sourced<double>& queryTile =
        tuned ? profile.attentionQueryTileTuned : profile.attentionQueryTile;
    // What engines time as attention holds rotary and the write of the cache too.
    const Sourced<Seconds>& launch = tuned ? profile.kernelGap : profile.attentionLaunch;
    device.attentionEfficiency = attention.value * (flash2 ? profile.flash2Factor.value : 1.0);
    device.attentionBackward = profile.attentionBackward.value;
    device.attentionLaunch = launch.value;
    device.attentionQueryTile = queryTile.value;
    device.attentionHeadRamp = profile.attentionHeadRamp.value;
    device.kernelGap = profile.kernelGap.value;

    device.hbmFact = gpu.hbmBandwidth.fact;
    device.hbmFractionFact = profile.hbmFraction.fact;
    device.multiprocessorsFact = gpu.multiprocessors.fact;
    device.depthRampFact = profile.depthRamp.fact;
    device.launchFact = profile.gemmLaunch.fact;
    device.blockFact = profile.blockBandwidth.fact;
    device.splitFact = profile.splitLaunch.fact;
    device.queryTileFact = queryTile.fact;
    device.headRampFact = profile.attentionHeadRamp.fact;
    device.attentionFact = attention.fact;
    device.flash2Fact = flash2 ? profile.flash2Factor.fact : FactId::None;
    device.attentionBackwardFact = profile.attentionBackward.fact;
    device.attentionLaunchFact = launch.fact;
    device.gapFact = profile.kernelGap.fact;
    return device;
}

} // namespace roofplan

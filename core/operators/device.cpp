#include "core/operators/device.h"

namespace roofplan {

Device makeDevice(const Gpu& gpu,
                  const EfficiencyProfile& profile,
                  Precision precision,
                  GemmKernels kernels,
                  bool flash2,
                  double computeScale,
                  double hbmScale) {
    const bool tuned = kernels == GemmKernels::TunedSustained;
    const Sourced<double>& ceiling = tuned ? profile.gemmCeilingTuned : profile.gemmCeiling;
    const Peak& peak = gpu.peak(precision);
    Device device;
    device.peak = peak.rate * computeScale;
    device.gemmCeiling = ceiling.value * (tuned ? profile.sustainedFactor.value : 1.0);
    device.hbmDatasheet = gpu.hbmBandwidth.value * hbmScale;
    device.hbm = device.hbmDatasheet * profile.hbmFraction.value;
    device.multiprocessors = gpu.multiprocessors.value;
    device.gemmLaunch = profile.gemmLaunch.value;
    device.depthRamp = profile.depthRamp.value;
    device.blockBandwidth = profile.blockBandwidth.value;
    device.splitLaunch = profile.splitLaunch.value;
    device.attentionEfficiency =
        profile.attentionForward.value * (flash2 ? profile.flash2Factor.value : 1.0);
    device.attentionBackward = profile.attentionBackward.value;
    device.attentionLaunch = profile.attentionLaunch.value;
    device.attentionQueryTile = profile.attentionQueryTile.value;
    device.kernelGap = profile.kernelGap.value;

    device.peakFact = peak.fact;
    device.hbmFact = gpu.hbmBandwidth.fact;
    device.hbmFractionFact = profile.hbmFraction.fact;
    device.gemmCeilingFact = ceiling.fact;
    device.sustainedFact = tuned ? profile.sustainedFactor.fact : FactId::None;
    device.multiprocessorsFact = gpu.multiprocessors.fact;
    device.depthRampFact = profile.depthRamp.fact;
    device.launchFact = profile.gemmLaunch.fact;
    device.blockFact = profile.blockBandwidth.fact;
    device.splitFact = profile.splitLaunch.fact;
    device.queryTileFact = profile.attentionQueryTile.fact;
    device.attentionFact = profile.attentionForward.fact;
    device.flash2Fact = flash2 ? profile.flash2Factor.fact : FactId::None;
    device.attentionBackwardFact = profile.attentionBackward.fact;
    device.attentionLaunchFact = profile.attentionLaunch.fact;
    device.gapFact = profile.kernelGap.fact;
    return device;
}

} // namespace roofplan

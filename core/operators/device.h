// What a GPU achieves on kernels, in the few numbers that the operator curves need.
#pragma once

#include "core/architecture/precision.h"
#include "core/catalogue/efficiency_profile.h"
#include "core/catalogue/gpu.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Rates are already the achievable ones; the facts they came from stand beside them.
struct Device {
    FlopRate peak;            ///< dense datasheet peak of the operand precision
    double gemmCeiling = 1.0; ///< share of the peak that large GEMMs hold under sustained load
    Bandwidth hbm;            ///< achievable HBM bandwidth
    Bandwidth hbmDatasheet;
    double multiprocessors = 1.0;
    Seconds gemmLaunch;
    double depthRamp = 0.0;   ///< elements of K
    Bandwidth blockBandwidth; ///< bytes in flight of one thread block
    Seconds splitLaunch;
    double attentionEfficiency = 1.0; ///< forward, head size 128, share of the peak
    double attentionBackward = 1.0;   ///< backward over forward efficiency
    Seconds attentionLaunch;
    double attentionQueryTile = 0.0; ///< tokens
    Seconds kernelGap;

    FactId peakFact = FactId::None;
    FactId hbmFact = FactId::None;
    FactId hbmFractionFact = FactId::None;
    FactId gemmCeilingFact = FactId::None;
    FactId sustainedFact = FactId::None;
    FactId multiprocessorsFact = FactId::None;
    FactId depthRampFact = FactId::None;
    FactId launchFact = FactId::None;
    FactId blockFact = FactId::None;
    FactId splitFact = FactId::None;
    FactId queryTileFact = FactId::None;
    FactId attentionFact = FactId::None;
    FactId flash2Fact = FactId::None;
    FactId attentionBackwardFact = FactId::None;
    FactId attentionLaunchFact = FactId::None;
    FactId gapFact = FactId::None;
};

/// Which ceiling GEMMs are priced at.
enum class GemmKernels {
    Engine,         ///< inference-engine kernels, short bursts: what the operator tables measured
    TunedSustained, ///< best library kernels under load of seconds: a training step
};

/// `peak` must be Known. `computeScale` and `hbmScale` multiply the hardware rates (what-if), 1
/// else.
[[nodiscard]] Device makeDevice(const Gpu& gpu,
                                const EfficiencyProfile& profile,
                                Precision precision,
                                GemmKernels kernels,
                                bool flash2,
                                double computeScale = 1.0,
                                double hbmScale = 1.0);

} // namespace roofplan

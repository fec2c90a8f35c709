// What a GPU achieves on kernels, in the few numbers that the operator curves need.
#pragma once

#include "core/architecture/precision.h"
#include "core/catalogue/efficiency_profile.h"
#include "core/catalogue/gpu.h"
#include "core/units/quantity.h"

#include <optional>

namespace roofplan {

/// Matrix multiplication with operands of one format.
struct GemmRate {
    FlopRate peak;               ///< dense datasheet peak
    double ceiling = 1.0;        ///< share of it that large GEMMs hold under sustained load
    double depthRamp = 0.0;      ///< elements of K that prologue and epilogue cost
    double operandBytes = 2.0;   ///< an element, scales included
    double columnQuantum = 64.0; ///< columns of an output quantum
    bool splits = true;          ///< the kernels split K
    FactId peakFact = FactId::None;
    FactId ceilingFact = FactId::None;
    FactId mxFact = FactId::None;
};

/// Rates are already the achievable ones; the facts they came from stand beside them.
struct Device {
    GemmRate half;               ///< 16-bit operands
    std::optional<GemmRate> low; ///< of an 8- or 4-bit recipe
    FlopRate peak;               ///< 16-bit, of attention
    Bandwidth hbm;               ///< achievable HBM bandwidth
    Bandwidth hbmDatasheet;
    double multiprocessors = 1.0;
    Seconds gemmLaunch;
    Bandwidth blockBandwidth; ///< bytes in flight of one thread block
    Seconds splitLaunch;
    double attentionEfficiency = 1.0; ///< forward, head size 128, share of the peak
    double attentionBackward = 1.0;   ///< backward over forward efficiency
    Seconds attentionLaunch;
    double attentionQueryTile = 0.0; ///< tokens
    double attentionHeadRamp = 0.0;  ///< head size
    Seconds kernelGap;

    FactId hbmFact = FactId::None;
    FactId hbmFractionFact = FactId::None;
    FactId sustainedFact = FactId::None;
    FactId multiprocessorsFact = FactId::None;
    FactId depthRampFact = FactId::None;
    FactId launchFact = FactId::None;
    FactId blockFact = FactId::None;
    FactId splitFact = FactId::None;
    FactId queryTileFact = FactId::None;
    FactId headRampFact = FactId::None;
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

/// The 16-bit peak must be Known, and that of `precision`. `computeScale` and `hbmScale` multiply
/// the hardware rates (what-if), 1 else.
[[nodiscard]] Device makeDevice(const Gpu& gpu,
                                const EfficiencyProfile& profile,
                                Precision precision,
                                GemmKernels kernels,
                                bool flash2,
                                double computeScale = 1.0,
                                double hbmScale = 1.0);

} // namespace roofplan

// What kernels of a GPU generation achieve: constants of the operator curves, each a sourced fact.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

struct EfficiencyProfile {
    std::string id; ///< "hopper"
    std::string name;
    Sourced<double> hbmFraction; ///< eta_m: share of datasheet HBM bandwidth a kernel streams at
    Sourced<double> gemmCeiling; ///< eta_c, 16-bit, inference-engine kernels, share of dense peak
    Sourced<double> gemmCeilingTuned;  ///< eta_c, 16-bit, best current library kernels (training)
    Sourced<double> sustainedFactor;   ///< on eta_c under load of seconds: power and clock sag
    Sourced<Seconds> gemmLaunch;       ///< t0
    Sourced<double> depthRamp;         ///< kappa, elements of K that prologue and epilogue cost
    Sourced<Bandwidth> blockBandwidth; ///< w_d, one thread block's share of bytes in flight
    Sourced<Seconds> splitLaunch;      ///< t_split, reduction of a split-K GEMM
    Sourced<double>
        attentionForward;         ///< eta of the best flash kernel, head size 128, share of peak
    Sourced<double> flash2Factor; ///< FlashAttention-2/SDPA kernels against the best one
    Sourced<double> attentionBackward;  ///< backward over forward efficiency
    Sourced<Seconds> attentionLaunch;   ///< t0 of the attention kernel
    Sourced<double> attentionQueryTile; ///< Tq, tokens
    Sourced<Seconds> kernelGap;         ///< device idle between two kernels of a stream
    Sourced<double> hostFactor; ///< host time of this generation's servers against the reference

    bool operator==(const EfficiencyProfile&) const = default;
};

} // namespace roofplan

// What kernels of a GPU generation achieve: constants of the operator curves, each a sourced fact.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

struct EfficiencyProfile {
    std::string id; ///< "hopper"
    std::string name;
    Sourced<double> hbmFraction; ///< eta_m: share of datasheet HBM bandwidth a kernel streams at
    Sourced<double> gemmCeiling; ///< eta_c, 16-bit, inference-engine kernels, share of dense peak
    Sourced<double> gemmCeilingTuned; ///< eta_c, 16-bit, best current library kernels (training)
    std::optional<Sourced<double>> gemmCeilingFp8; ///< 8-bit, as gemmCeiling
    std::optional<Sourced<double>> gemmCeilingFp8Tuned;
    std::optional<Sourced<double>> gemmCeilingFp4; ///< NVFP4, as gemmCeiling
    std::optional<Sourced<double>> gemmCeilingFp4Tuned;
    std::optional<Sourced<double>> mxFactor; ///< MXFP8 against per-tensor FP8
    Sourced<double> sustainedFactor;   ///< on eta_c under load of seconds: power and clock sag
    Sourced<Seconds> gemmLaunch;       ///< t0
    Sourced<double> depthRamp;         ///< kappa, elements of K that prologue and epilogue cost
    Sourced<Bandwidth> blockBandwidth; ///< w_d, one thread block's share of bytes in flight
    Sourced<Seconds> splitLaunch;      ///< t_split, reduction of a split-K GEMM
    Sourced<double>
        attentionForward;         ///< eta of the best flash kernel, head size 128, share of peak
    Sourced<double> flash2Factor; ///< FlashAttention-2/SDPA kernels against the best one
    Sourced<double> attentionBackward;       ///< backward over forward efficiency
    Sourced<Seconds> attentionLaunch;        ///< t0 of the attention kernel
    Sourced<double> attentionQueryTile;      ///< Tq, tokens
    Sourced<double> attentionForwardTuned;   ///< the same of training libraries
    Sourced<double> attentionQueryTileTuned; ///< the same of training libraries
    Sourced<double> attentionHeadRamp;       ///< head size that halves the rate, over sizes' share
    Sourced<Seconds> kernelGap;              ///< device idle between two kernels of a stream
    Sourced<double> hostFactor; ///< host time of this generation's servers against the reference

    // Engine kernels of inference; absent where no table of the generation was fitted.
    std::optional<Sourced<double>> gemmCeilingBlock;    ///< 8-bit in blocks of 128, as gemmCeiling
    std::optional<Sourced<Seconds>> castLaunchFp8;      ///< t_fix of dynamic scales, FP8
    std::optional<Sourced<double>> castBytesFp8;        ///< q, FP8
    std::optional<Sourced<Seconds>> castLaunchBlock;    ///< t_fix, FP8 in blocks of 128
    std::optional<Sourced<double>> castBytesBlock;      ///< q, FP8 in blocks of 128
    std::optional<Sourced<Seconds>> castLaunchFp4;      ///< t_fix, NVFP4
    std::optional<Sourced<double>> castBytesFp4;        ///< q, NVFP4
    std::optional<Sourced<double>> attentionForwardFp8; ///< eta in 8 bits, share of the FP8 peak
    std::optional<Sourced<double>> decodeHbmFraction;   ///< decode attention, of the datasheet
    std::optional<Sourced<Seconds>> decodeLaunch;       ///< t0 of decode attention
    std::optional<Sourced<double>> decodeSplits;        ///< KV splits a sequence and KV head
    std::optional<Sourced<double>> cachedGain;          ///< rate from L2 over that from memory
    std::optional<Sourced<double>> cachedShare;         ///< of L2, a cache that a benchmark repeats
    std::optional<Sourced<double>> latentPrefill;       ///< MLA over prompts, share of 16-bit peak
    std::optional<Sourced<Seconds>> latentLaunch;       ///< t0 of MLA
    std::optional<Sourced<double>> latentHbmFraction;   ///< MLA decode, 16-bit cache
    std::optional<Sourced<double>> latentHbmFractionFp8; ///< MLA decode, 8-bit cache
    std::optional<Sourced<double>> latentSplits;         ///< KV splits a sequence
    std::optional<Sourced<double>> latentCeiling;        ///< MLA decode, compute-bound
    std::optional<Sourced<double>> latentQueryPasses;    ///< q of MLA decode
    std::optional<Sourced<Seconds>> eagerCollective; ///< least time of a collective, no CUDA graph

    bool operator==(const EfficiencyProfile&) const = default;
};

} // namespace roofplan

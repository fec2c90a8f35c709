// Attention of one new token over a cache, as inference engines run it.
#pragma once

#include "core/operators/device.h"
#include "core/operators/kernel_cost.h"

#include <cstdint>
#include <optional>

namespace roofplan {

/// How fast a kernel streams a cache of keys and values.
struct DecodeRates {
    Bandwidth hbm;            ///< achieved on a cache that lies in memory
    Bandwidth blockBandwidth; ///< w_d, of one thread block
    double splits = 1.0;      ///< most pieces of a sequence's cache, a KV head each
    Seconds launch;           ///< t0
    double cachedGain = 1.0;  ///< rate from the L2 cache over that from memory
    Bytes cached;             ///< a benchmark that repeats itself finds smaller caches in L2
};

/// Whether the keys and values come from memory, as in service, or a benchmark reads the same ones
/// again and again.
enum class CacheState { Cold, Repeated };

struct DecodeShape {
    std::int64_t sequences = 1;
    std::int64_t queryHeads = 1;
    std::int64_t keyValueHeads = 1;
    std::int64_t headDimension = 128;
    std::int64_t context = 1;    ///< tokens in the cache, a sequence
    double bytesAnElement = 2.0; ///< of the cache
};

/// Absent where the profile has no constants of decode attention.
[[nodiscard]] std::optional<DecodeRates> decodeRates(const Gpu& gpu,
                                                     const EfficiencyProfile& profile);

/// t = t0 + 2·b·L·hk·d·e / min(Wm, w_d·b·hk·splits) + 4·b·h·d/Wm: keys and values once, by as many
/// thread blocks as there are pieces; queries and output. Source: operator curves of
/// specs/efficiency (78 published kernel times, 6.9 % median error).
[[nodiscard]] KernelCost
decodeAttentionCost(const DecodeShape& shape, const DecodeRates& rates, CacheState state);

/// Multi-head latent attention, absorbed: all heads read one latent of 512 + 64 a token.
struct LatentDecodeRates {
    DecodeRates stream;       ///< of a 16-bit cache
    Bandwidth hbmOfFp8;       ///< of an 8-bit one
    FlopRate compute;         ///< reached by its matrix products
    double queryPasses = 1.0; ///< q, over one reading of queries and writing of outputs
};

[[nodiscard]] std::optional<LatentDecodeRates> latentDecodeRates(const Gpu& gpu,
                                                                 const EfficiencyProfile& profile);

struct LatentDecodeShape {
    std::int64_t sequences = 1;
    std::int64_t heads = 1;
    std::int64_t context = 1;
    bool fp8 = false; ///< the cache
};

/// t = t0 + (mem³ + comp³)^(1/3) + q·b·h·1088·2/Wm, mem = 576·e·b·L / min(Wm, w_d·b·splits),
/// comp = 2·1088·max(h, 16)·b·L / (P·eta): products work in tiles of 16 heads. Source: operator
/// curves of specs/efficiency (144 published kernel times, 4 % median error).
[[nodiscard]] KernelCost
latentDecodeCost(const LatentDecodeShape& shape, const LatentDecodeRates& rates, CacheState state);

} // namespace roofplan

// Attention over a prompt as inference engines run it.
#pragma once

#include "core/operators/attention.h"

#include <optional>

namespace roofplan {

/// Attention of one layer over whole prompts, with the engine's fused pass that turns queries and
/// keys and writes the cache: flashAttentionCost (attention.h) and 2·b·s·d·2(h + 2·hk) bytes more.
/// Source: operator curves of specs/efficiency (88 published kernel times, 3.0 % median error).
[[nodiscard]] KernelCost prefillAttentionCost(const AttentionShape& shape, const Device& device);

/// `device` with attention in 8 bits, its efficiency a share of the FP8 peak; absent where GPU or
/// profile have none.
[[nodiscard]] std::optional<Device>
withLowPrecisionAttention(Device device, const Gpu& gpu, const EfficiencyProfile& profile);

/// Multi-head latent attention over prompts, decompressed: h heads of 192 for queries and keys, 128
/// for values, that is F = 320·b·h·s² FLOPs; io = b·s·(640·h·2 + 1152) bytes, the latter the
/// latents written to the cache. Source: as above; no row of it is shipped, the wider tables gave
/// 6 % median error. Absent where the profile has no efficiency for it.
[[nodiscard]] std::optional<KernelCost> latentPrefillCost(std::int64_t sequences,
                                                          std::int64_t tokens,
                                                          std::int64_t heads,
                                                          Device device,
                                                          const EfficiencyProfile& profile);

} // namespace roofplan

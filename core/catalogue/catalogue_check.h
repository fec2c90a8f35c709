// Plausibility of a loaded catalogue: what no schema can say.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/catalogue.h"

namespace roofplan {

/// Errors, warnings, and what is merely unknown:
/// - facts: within their own range and what no real thing exceeds; a source with a date that is one
///   and not far beyond all others; a preference says why;
/// - hardware: FP8 ≥ BF16, NVFP4 ≥ FP8; visible memory within its label; aggregates = per GPU ×
///   GPUs for memory, NVLink and network; one link not taken for two; NICs of a rate that exists;
///   domains divide; members add up; `member` and `sold_in` agree;
/// - prices: 0.1 to 200 USD for a GPU-hour, discounts are discounts, none a year old, instances
///   without any;
/// - storage: limits in order, sizes in whole steps, bursts above what lasts;
/// - accuracy: measured GPUs, profiles and stacks exist.
[[nodiscard]] Diagnostics checkCatalogue(const Catalogue& catalogue);

} // namespace roofplan

// Reads a storage tier: its own facts and its prices by region.
#pragma once

#include "core/catalogue/fact_reader.h"

namespace roofplan {

/// The tier of `document`; its facts and what it says is absent are added to `catalogue`. A price
/// belongs to a region and nothing else does. What is wrong goes to `findings`.
[[nodiscard]] StorageTier
readStorageTier(const SpecDocument& document, Catalogue& catalogue, Diagnostics& findings);

} // namespace roofplan

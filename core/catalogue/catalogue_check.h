// Plausibility of a loaded catalogue: what no schema can say.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/catalogue.h"

namespace roofplan {

/// Warnings and errors: aggregate = per GPU × GPUs, FP8 ≥ BF16 where both exist, preferred facts
/// that do not say why, prices older than a year before the newest one.
[[nodiscard]] Diagnostics checkCatalogue(const Catalogue& catalogue);

} // namespace roofplan

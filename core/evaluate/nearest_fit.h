// The smallest changes that make a plan fit into memory.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/scenario/scenario.h"

namespace roofplan {

/// Up to three fixes of one field each (recompute, ZeRO, micro-batch, TP, PP, instances or GPUs),
/// each at the smallest change that fits, fastest first and those that buy instances last; two
/// fields at once where no single one does. Empty when nothing of that helps.
[[nodiscard]] std::vector<Fix> nearestFixes(const Scenario& scenario, const Catalogue& catalogue);

} // namespace roofplan

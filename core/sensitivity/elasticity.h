// What would move the answer: the same evaluation with one resource faster or slower.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/result/result.h"
#include "core/scenario/scenario.h"

namespace roofplan {

/// evaluate() with terms, and Result::moves and uncertainty filled: compute, HBM, NVLink and
/// network at 1.1, 2 and 0.5 times their rate, every other number held; P10 to P90 of the headline.
/// This is what the window and `evaluate` print from.
[[nodiscard]] Expected<Result> evaluateWithMoves(const Scenario& scenario,
                                                 const Catalogue& catalogue);

} // namespace roofplan

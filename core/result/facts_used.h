// The catalogue facts behind an answer as a whole.
#pragma once

#include "core/result/result.h"

#include <vector>

namespace roofplan {

/// Each once, in the order of the catalogue. Needs a result with its terms.
[[nodiscard]] std::vector<FactId> factsUsed(const Result& result);

} // namespace roofplan

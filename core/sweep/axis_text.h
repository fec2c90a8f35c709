// An axis as people type it.
#pragma once

#include "core/sweep/axis.h"

#include <string_view>

namespace roofplan {

/// "global_batch=16..8192:20:log" (count 10 and linear where they are left out), "tp=1,2,4,8",
/// "precision" for all its choices. Keys may be written with '-' for '_'. Fails with what was found
/// and what is allowed; whether the field exists is asked later.
[[nodiscard]] Expected<AxisRequest> parseAxis(std::string_view text);

} // namespace roofplan

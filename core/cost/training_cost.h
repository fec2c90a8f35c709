// Money for a run.
#pragma once

#include "core/units/quantity.h"

#include <cstdint>

namespace roofplan {

/// instances × price an instance-hour × hours. No storage, no failures.
[[nodiscard]] inline Money runCost(std::int64_t instances, Price perInstance, Seconds duration) {
    return perInstance * duration * static_cast<double>(instances);
}

} // namespace roofplan

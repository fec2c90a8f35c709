// The divisors of a count, as hints list them.
#pragma once

#include "core/base/function_ref.h"

#include <cstdint>
#include <string>

namespace roofplan {

/// The divisors of `value` up to `limit`: "1, 2, 4".
[[nodiscard]] std::string divisors(std::int64_t value, std::int64_t limit);

/// Those that `suits` lets pass.
[[nodiscard]] std::string
divisors(std::int64_t value, std::int64_t limit, FunctionRef<bool(std::int64_t)> suits);

} // namespace roofplan

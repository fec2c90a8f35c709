// Whole-number arithmetic.
#pragma once

#include <cstdint>

namespace roofplan {

/// The smallest whole number not below a/b; a ≥ 0, b > 0.
[[nodiscard]] constexpr std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

} // namespace roofplan

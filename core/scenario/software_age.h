// How old a software stack is.
#pragma once

#include <string_view>

namespace roofplan {

/// Years from `date` ("2026-06") to the reference date of the stack facts, 2026.6, from 0 to 3; 0
/// for no date. Source: study of published training steps, specs/README.md.
[[nodiscard]] double yearsOfAge(std::string_view date);

} // namespace roofplan

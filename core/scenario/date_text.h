// Days as text.
#pragma once

#include <string_view>

namespace roofplan {

/// Whether `text` is a day of the calendar as ISO 8601 writes it, "2026-10-31".
[[nodiscard]] bool isDate(std::string_view text);

} // namespace roofplan

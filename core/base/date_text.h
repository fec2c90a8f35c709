// Days as text.
#pragma once

#include <string_view>

namespace roofplan {

/// Whether `text` is a day of the calendar as ISO 8601 writes it, "2026-10-31".
[[nodiscard]] bool isDate(std::string_view text);

/// A day, a month or a year: "2026-10-31", "2026-10", "2026". Sources are often dated no closer.
[[nodiscard]] bool isSourceDate(std::string_view text);

} // namespace roofplan

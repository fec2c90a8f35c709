// Where text and numbers meet: reading `15T`, `400 Gbit/s`, `0,5`, and writing numbers back.
#pragma once

#include "core/base/expected.h"
#include "core/units/unit_kind.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

/// Reads a number as people write it: decimal point or comma, digit groups by space, thin space or
/// apostrophe, an optional unit of `kind`. `1,234` is ambiguous and refused with both readings
/// named. Fails (place = `field`) for empty text, no number, an unknown unit, NaN or what no double
/// can hold.
[[nodiscard]] Expected<double>
parseQuantity(std::string_view text, UnitKind kind, std::string_view field);

/// `value` (base unit) with three to four significant digits and a fitting unit: "32.0 s", "115 d",
/// "83 GiB", "989.5 TFLOP/s". `digits` significant digits. Point as decimal mark, no grouping.
[[nodiscard]] std::string quantityText(double value, UnitKind kind, int digits = 4);

/// The shortest decimal text that reads back as the same double.
[[nodiscard]] std::string exactText(double value);

/// Base-unit value of one `unit` of `kind`; absent for a unit that is not of that kind.
[[nodiscard]] std::optional<double> unitFactor(std::string_view unit, UnitKind kind);

/// The units of a kind, for messages: "GB/s, TB/s, Gbit/s, Gbps".
[[nodiscard]] std::string unitList(UnitKind kind);

} // namespace roofplan

// Where text and numbers meet: reading `15T`, `400 Gbit/s`, `0,5`, and writing numbers back.
#pragma once

#include "core/base/expected.h"
#include "core/units/unit_kind.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

/// Reads a number as people write it: decimal point or comma, digit groups of three by space, thin
/// space or apostrophe ("1,234,567" and "1.234,5" can mean only one thing and are read), an
/// optional unit of `kind`. `1,234` is ambiguous and refused with both readings named. Without a
/// unit a HourlyPrice is in USD/h, a NetworkRate in Gbit/s, a Percent in percent, all else in the
/// base unit. Fails (place = `field`) for empty
/// text
/// ("number.empty"), no number ("number.syntax"), two readings ("number.ambiguous"), an unknown
/// unit ("number.unit") or what no double can hold ("number.range").
[[nodiscard]] Expected<double>
parseQuantity(std::string_view text, UnitKind kind, std::string_view field);

/// `value` (base unit) with `digits` significant digits and a fitting unit. Whole digits are never
/// rounded away ("131072"). Time and money are results that stand in columns and keep their
/// trailing zeros ("32.00 s", "115.0 d", "63.30 USD/h"); all else drops them ("989.5 TFLOP/s",
/// "50 GB/s"). Sizes are binary ("83 GiB"), rates decimal. Time turns to min at 10 min, h at 2 h, d
/// at 2 d. Point as decimal mark, no grouping.
[[nodiscard]] std::string quantityText(double value, UnitKind kind, int digits = 4);

/// The shortest decimal text that reads back as the same double.
[[nodiscard]] std::string exactText(double value);

/// The shortest decimal text of value / 10^power, value ≥ 0, that reads back as the same double
/// where that power of ten is added again, as a unit does.
[[nodiscard]] std::string exactText(double value, int power);

/// Base-unit value of one `unit` of `kind`; absent for a unit that is not of that kind.
[[nodiscard]] std::optional<double> unitFactor(std::string_view unit, UnitKind kind);

/// The units of a kind, for messages: "GB/s, TB/s, Gbit/s, Gbps".
[[nodiscard]] std::string unitList(UnitKind kind);

} // namespace roofplan

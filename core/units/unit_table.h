// The units that each kind of quantity is read and shown in.
#pragma once

#include "core/units/unit_kind.h"

#include <span>
#include <string>
#include <string_view>

namespace roofplan {

/// One unit: base value = number · 10^exponent · multiply / divide. Kept apart so that `1.1T` reads
/// as the double nearest to 1.1e12.
struct Unit {
    std::string_view name;
    int exponent = 0;
    double multiply = 1.0;
    double divide = 1.0;
    double shownFrom = 0.0; ///< numbers of this unit are shown from here on; 0: read but not shown
    bool listed = true;     ///< named in messages

    /// Base value of one.
    [[nodiscard]] double factor() const;
};

/// The units of a kind; those that are shown stand in ascending order, the first of all is the one
/// that a number without a unit is in.
[[nodiscard]] std::span<const Unit> unitsOf(UnitKind kind);

/// The unit of that name, blanks left out. Upper and lower case differ only where it matters:
/// "gb/s" may be GB/s or Gb/s and is no unit, "t" is T. Null where there is none or more than one.
[[nodiscard]] const Unit* findUnit(std::string_view name, UnitKind kind);

} // namespace roofplan

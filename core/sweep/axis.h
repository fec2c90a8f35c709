// An axis of a sweep: a field of the field table and the values that it takes.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/scenario/field_table.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace roofplan {

enum class Spacing : std::uint8_t { Linear, Logarithmic };

/// `count` values from one end to the other, both included; the ends as people write them.
struct AxisRange {
    std::string from;
    std::string to;
    std::int64_t count = 10;
    Spacing spacing = Spacing::Linear;

    bool operator==(const AxisRange&) const = default;
};

using AxisList = std::vector<std::string>;

/// An empty list is all choices of an enumerated field.
struct AxisRequest {
    std::string key; ///< of the field table
    std::variant<AxisRange, AxisList> values;

    bool operator==(const AxisRequest&) const = default;
};

struct AxisValue {
    std::string text;             ///< as the field reads it
    std::optional<double> number; ///< in the base unit; none of an enumerated field

    bool operator==(const AxisValue&) const = default;
};

struct Axis {
    const Field* field = nullptr;
    Spacing spacing = Spacing::Linear; ///< of a range
    std::vector<AxisValue> values;     ///< each once
    std::size_t dropped = 0;           ///< that came out equal to one before, after rounding

    bool operator==(const Axis&) const = default;
};

/// Points of one axis, and of a grid: a cell takes up to 1 KB where it fails, so that a grid with
/// what its searches keep stays below 200 MB.
inline constexpr std::int64_t mostAxisPoints = 10'000;
inline constexpr std::size_t mostCells = 65'536;

/// One or two axes over `base`. Values are read, and their limits checked, as if typed into the
/// field. A range rounds whole fields to whole numbers and all others to six significant digits of
/// the unit that a number without one is in; what comes out equal is dropped. `gpus` of an instance
/// type are whole instances: rounded to the nearest number of them, at least one. Refused, with
/// the field, what was found and what is allowed: an unknown field, dates and sets, a field that
/// means nothing with what else is chosen, ends in the wrong order, 0 on a logarithmic axis, too
/// many points, and two axes of one thing.
[[nodiscard]] Expected<std::vector<Axis>> makeAxes(const std::vector<AxisRequest>& requests,
                                                   const Scenario& base,
                                                   const Catalogue& catalogue);

/// `scenario` at one value of an axis.
[[nodiscard]] Expected<Scenario> withAxisValue(Scenario scenario,
                                               const Field& field,
                                               const AxisValue& value,
                                               const Catalogue& catalogue);

} // namespace roofplan

// Lines of equal value over a map.
#pragma once

#include "core/sweep/region_map.h"

#include <span>
#include <vector>

namespace roofplan {

/// A place between cells, in columns and rows: (2.5, 1) is half way from column 2 to 3 in row 1.
struct ContourPoint {
    double column = 0.0;
    double row = 0.0;

    bool operator==(const ContourPoint&) const = default;
};

/// A closed line ends where it begins.
using ContourLine = std::vector<ContourPoint>;

/// Where `values` (along rows, NaN for none) cross `level`: marching squares with linear
/// interpolation along the edges; where opposite corners are on the same side the mean of the four
/// decides. A square with a corner that has no value has no line.
[[nodiscard]] std::vector<ContourLine>
contourLines(std::span<const double> values, std::size_t columns, double level);

enum class MapNumber : std::uint8_t {
    StepTime,
    TimeToTrain,
    Cost,
    TokensPerSecondPerGpu,
    Mfu,
    MemoryPeak,
    Margin,
};

/// A number of each cell that fits, in the base unit; NaN where there is none.
[[nodiscard]] std::vector<double> mapNumbers(const RegionMap& map, MapNumber number);

} // namespace roofplan

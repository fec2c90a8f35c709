// A sweep as rows of the machine contract's keys, and rows as text.
#pragma once

#include "core/sweep/region_map.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace roofplan::cli {

struct SweepColumns {
    bool efficiency = false; ///< scaling_efficiency
    bool plane = false;      ///< intensities of the step and corners of the planes
};

/// A row for each cell, all with the same keys: the fields that vary, feasible, sizes, numbers,
/// bounds, plan and diagnostics. Numbers of a plan that does not fit, and all of a point that
/// failed, are null. Rows are made one by one: together they take many times what the map does.
class SweepRows {
public:
    /// What is passed outlives the rows.
    SweepRows(const RegionMap& map, const Catalogue& catalogue, SweepColumns columns);

    [[nodiscard]] std::size_t size() const { return m_map.cells.size(); }

    [[nodiscard]] nlohmann::ordered_json row(std::size_t cell) const;

private:
    const RegionMap& m_map;
    const Catalogue& m_catalogue;
    SweepColumns m_columns;
    std::vector<std::optional<double>> m_efficiency;
};

/// What varies: key, label, unit, spacing, values, and how many were equal after rounding.
[[nodiscard]] nlohmann::ordered_json axesJson(const SweepGrid& grid);

/// The keys of a row, and its values with null as nothing. A cell that holds the separator, a
/// quotation mark or a line feed is quoted, as in RFC 4180; between tabs they become blanks.
[[nodiscard]] std::string keyLine(const nlohmann::ordered_json& row, char separator);
[[nodiscard]] std::string valueLine(const nlohmann::ordered_json& row, char separator);

} // namespace roofplan::cli

// Tables with a plan a line.
#pragma once

#include "core/scenario/scenario.h"

#include <string>
#include <vector>

namespace roofplan::cli {

/// Columns beside those of the plan.
struct TableSide {
    struct Column {
        std::string heading;
        bool right = false;
    };

    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows; ///< a row for each plan
};

/// Columns in front of the plan's, the plan's, and those behind. EP and ETP, and SP, are left out
/// where no plan spreads experts or leaves sequence parallelism.
[[nodiscard]] std::string
planTable(const TableSide& front, const std::vector<ParallelPlan>& plans, const TableSide& back);

/// A plan in one line of flags, as evaluate takes them.
[[nodiscard]] std::string planFlags(const ParallelPlan& plan);

} // namespace roofplan::cli

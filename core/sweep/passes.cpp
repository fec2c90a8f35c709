#include "core/sweep/passes.h"

#include <algorithm>

namespace roofplan {

namespace {

constexpr std::size_t firstCells = 64;

std::size_t steps(std::size_t count, std::size_t stride) {
    return (count + stride - 1) / stride;
}

/// The next coarser stride: the longer of the two ways is halved.
Stride coarser(const SweepGrid& grid, Stride stride) {
    if (steps(grid.columns(), stride.column) >= steps(grid.rows(), stride.row)) {
        return {stride.column * 2, stride.row};
    }
    return {stride.column, stride.row * 2};
}

bool isKnown(Stride stride, std::size_t column, std::size_t row) {
    return column % stride.column == 0 && row % stride.row == 0;
}

/// Cells of `stride` that `before`, where there is one, does not hold.
std::vector<std::size_t> newCells(const SweepGrid& grid, Stride stride, const Stride* before) {
    std::vector<std::size_t> cells;
    const bool rowsOutside = !grid.samePhysics[1] && grid.samePhysics[0];
    const auto visit = [&](std::size_t column, std::size_t row) {
        if (before == nullptr || !isKnown(*before, column, row)) {
            cells.push_back(row * grid.columns() + column);
        }
    };
    if (rowsOutside) {
        for (std::size_t row = 0; row < grid.rows(); row += stride.row) {
            for (std::size_t column = 0; column < grid.columns(); column += stride.column) {
                visit(column, row);
            }
        }
        return cells;
    }
    for (std::size_t column = 0; column < grid.columns(); column += stride.column) {
        for (std::size_t row = 0; row < grid.rows(); row += stride.row) {
            visit(column, row);
        }
    }
    return cells;
}

} // namespace

std::vector<MapPass> passesOf(const SweepGrid& grid) {
    std::vector<Stride> strides{{1, 1}};
    while (steps(grid.columns(), strides.back().column) * steps(grid.rows(), strides.back().row) >
           firstCells) {
        strides.push_back(coarser(grid, strides.back()));
    }
    std::ranges::reverse(strides);
    std::vector<MapPass> passes;
    for (std::size_t i = 0; i < strides.size(); ++i) {
        passes.push_back(
            {strides[i], newCells(grid, strides[i], i == 0 ? nullptr : &strides[i - 1])});
    }
    return passes;
}

} // namespace roofplan

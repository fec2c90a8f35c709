// Answers over one or two axes: what binds, how long, how much, and with which plan, cell by cell.
#pragma once

#include "core/sweep/map_cell.h"
#include "core/sweep/passes.h"

#include <atomic>
#include <functional>

namespace roofplan {

/// Axes and cells alone: some 400 bytes a cell, up to 1 KB where it failed. With the work that
/// searches keep a map takes less than 200 MB, whatever the number of threads.
struct RegionMap {
    SweepGrid grid;
    std::vector<MapCell> cells; ///< along rows: row · columns + column
    bool cancelled = false;     ///< what was not asked until then is Pending

    [[nodiscard]] const MapCell& at(std::size_t column, std::size_t row) const {
        return cells[row * grid.columns() + column];
    }

    bool operator==(const RegionMap&) const = default;
};

struct SweepOptions {
    int threads = 1;
    const std::atomic<bool>* cancelled = nullptr; ///< heeded within milliseconds
    /// Called after each pass from the thread that called, with what is known so far: a picture
    /// draws cell (c, r) from that at multiples of the stride.
    std::function<void(const RegionMap&, Stride)> afterPass;
};

/// What the threads of a map keep; one after the other, maps of one catalogue may use the same. A
/// map that is cancelled returns at once where this outlives the call: to free it takes longer.
using SweepWorks = std::vector<CellWork>;

/// Numbers are those of evaluate() to the last digit, and do not depend on the number of threads.
[[nodiscard]] RegionMap sweepMap(SweepGrid grid,
                                 const Catalogue& catalogue,
                                 const SweepOptions& options,
                                 SweepWorks& works);

[[nodiscard]] RegionMap
sweepMap(SweepGrid grid, const Catalogue& catalogue, const SweepOptions& options = {});

} // namespace roofplan

// The order in which the cells of a map are asked: coarse to fine, neighbours in physics together.
#pragma once

#include "core/sweep/sweep_grid.h"

namespace roofplan {

/// After the pass every cell whose column and row are multiples of these is known.
struct Stride {
    std::size_t column = 1;
    std::size_t row = 1;

    bool operator==(const Stride&) const = default;
};

struct MapPass {
    Stride stride;
    std::vector<std::size_t> cells; ///< that no pass before has asked, in the order to be asked in
};

/// The first pass has some dozens of cells, each next one about twice those that are known; after
/// the last every cell is. Along an axis that changes the work of layers one value is asked after
/// the other, so that what a search keeps serves the cells that follow.
[[nodiscard]] std::vector<MapPass> passesOf(const SweepGrid& grid);

} // namespace roofplan

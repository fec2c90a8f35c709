// The answer at one point of a sweep, without what only a whole answer holds.
#pragma once

#include "core/result/result.h"
#include "core/search/plan_search.h"
#include "core/sweep/sweep_grid.h"

namespace roofplan {

enum class CellState : std::uint8_t {
    Pending, ///< not asked yet
    Fits,
    TooLarge, ///< no plan fits: the nearest one, or the fixed one, and its memory
    Failed,   ///< `reasons`
};

[[nodiscard]] std::string_view cellStateKey(CellState state);

struct MapCell {
    CellState state = CellState::Pending;
    Bound bound = Bound::Compute;
    Bound runnerUp = Bound::Compute;
    /// 1 − exposed seconds of the runner-up over those of the bound: 0 for a tie, 1 without rival.
    double margin = 0.0;
    ParallelPlan plan; ///< with dataParallel
    std::int64_t gpus = 0;
    std::int64_t globalBatch = 0;
    Seconds stepTime; ///< this and what follows up to exposedCommunication: where it fits
    Seconds timeToTrain;
    std::optional<Money> cost;         ///< absent where no price is known
    std::optional<Seconds> billedTime; ///< of each instance
    TokenRate tokensPerSecond;
    TokenRate tokensPerSecondPerGpu;
    double mfu = 0.0;
    Seconds exposedCommunication;
    Bytes memoryPeak;
    Bytes memoryCapacity;
    Diagnostics reasons; ///< the first few

    bool operator==(const MapCell&) const = default;
};

/// The cell of an answer.
[[nodiscard]] MapCell cellOf(const Result& result, std::int64_t globalBatch);

/// What one thread that asks cells has to itself.
struct CellWork {
    PlanMemos memos; ///< kept from cell to cell
    int threads = 1; ///< that ask cells side by side and share what memos may hold
    const std::atomic<bool>* cancelled = nullptr;
};

/// Asks one point of `grid`. Cancelled on the way it is Pending.
[[nodiscard]] MapCell
askCell(const SweepGrid& grid, std::size_t cell, const Catalogue& catalogue, CellWork& work);

} // namespace roofplan

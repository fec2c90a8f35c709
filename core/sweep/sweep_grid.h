// What a sweep asks at each of its points.
#pragma once

#include "core/search/plan_space.h"
#include "core/sweep/axis.h"

namespace roofplan {

/// The plan of the scenario at every point, or the fastest one that fits.
enum class PlanChoice : std::uint8_t { Fixed, Best };

/// The global batch of the scenario, or in proportion to the GPUs (weak scaling): the scenario's
/// own batch is that of its own GPUs.
enum class BatchRule : std::uint8_t { Fixed, InProportion };

struct SweepRequest {
    Scenario base;
    std::vector<AxisRequest> axes; ///< one or two: columns, then rows
    PlanChoice plan = PlanChoice::Fixed;
    BatchRule batch = BatchRule::Fixed;
    PinnedFields pinned; ///< of the best plan, beside those that are an axis

    bool operator==(const SweepRequest&) const = default;
};

/// A request whose axes are known to be right. Cells are counted along rows.
struct SweepGrid {
    SweepRequest request;
    std::vector<Axis> axes;
    PinnedFields pinned;               ///< of the best plan: an axis, or asked for
    double sequencesPerGpu = 0.0;      ///< of the scenario, where the batch is in proportion
    std::array<bool, 2> samePhysics{}; ///< along that axis the work of a layer stays the same

    [[nodiscard]] std::size_t columns() const { return axes.front().values.size(); }

    [[nodiscard]] std::size_t rows() const {
        return axes.size() > 1 ? axes.back().values.size() : 1;
    }

    [[nodiscard]] std::size_t cells() const { return columns() * rows(); }

    bool operator==(const SweepGrid&) const = default;
};

/// Fails as makeAxes() does, and where a batch in proportion has no axis of GPUs or instances.
[[nodiscard]] Expected<SweepGrid> makeGrid(SweepRequest request, const Catalogue& catalogue);

/// The dimension of a search that a field of the plan belongs to; nothing for other fields.
[[nodiscard]] std::optional<PlanField> planFieldOf(std::string_view key);

/// GPUs of the scenario's cluster; 0 where the catalogue does not know its instance.
[[nodiscard]] double clusterGpus(const Scenario& scenario, const Catalogue& catalogue);

/// The question at a cell; fails where the field does not take the value beside the other one.
[[nodiscard]] Expected<Scenario>
scenarioAt(const SweepGrid& grid, std::size_t cell, const Catalogue& catalogue);

} // namespace roofplan

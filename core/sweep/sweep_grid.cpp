#include "core/sweep/sweep_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace roofplan {

namespace {

/// Fields that leave what a search keeps of layers as it is.
constexpr std::array<std::string_view, 11> lightFields{
    "instances",          "gpus",     "global_batch", "tokens",        "region",       "price_plan",
    "price_per_gpu_hour", "discount", "currency",     "exchange_rate", "exchange_date"};

bool isLight(const Field& field) {
    return field.group == FieldGroup::Plan ||
           std::ranges::find(lightFields, field.key) != lightFields.end();
}

bool isSize(const Axis& axis) {
    return axis.field->key == "gpus" || axis.field->key == "instances";
}

/// Sets sequencesPerGpu.
std::optional<Diagnostic> setProportion(SweepGrid& grid, const Catalogue& catalogue) {
    const auto batch = [](const Axis& axis) { return axis.field->key == "global_batch"; };
    if (std::ranges::none_of(grid.axes, isSize) || std::ranges::any_of(grid.axes, batch)) {
        return Diagnostic{
            .code = "sweep.proportion",
            .place = "vary",
            .text = {translatable("core", "A batch in proportion to the GPUs needs an axis of "
                                          "them and none of the batch; found {0}, allowed: gpus "
                                          "or instances."),
                     {std::string(grid.axes.front().field->key)}}};
    }
    const double gpus = clusterGpus(grid.request.base, catalogue);
    if (gpus > 0.0) {
        grid.sequencesPerGpu = static_cast<double>(grid.request.base.workload.globalBatch) / gpus;
    }
    return std::nullopt;
}

Expected<Scenario>
withBatch(Scenario scenario, double sequencesPerGpu, const Catalogue& catalogue) {
    const double batch =
        std::max(1.0, std::round(sequencesPerGpu * clusterGpus(scenario, catalogue)));
    return withField(std::move(scenario), *findField("global_batch"), fmt::format("{:.0f}", batch),
                     catalogue);
}

} // namespace

std::optional<PlanField> planFieldOf(std::string_view key) {
    if (key == "recompute_layers") {
        return PlanField::Recompute;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(PlanField::Count); ++i) {
        if (planFieldKey(static_cast<PlanField>(i)) == key) {
            return static_cast<PlanField>(i);
        }
    }
    return std::nullopt;
}

double clusterGpus(const Scenario& scenario, const Catalogue& catalogue) {
    if (scenario.cluster.isCustom()) {
        return static_cast<double>(scenario.cluster.custom.gpus);
    }
    const InstanceType* type = findEntry(catalogue.instances, scenario.cluster.instance);
    return type != nullptr ? static_cast<double>(scenario.cluster.instances) * type->gpus.value
                           : 0.0;
}

Expected<SweepGrid> makeGrid(SweepRequest request, const Catalogue& catalogue) {
    Expected<std::vector<Axis>> axes = makeAxes(request.axes, request.base, catalogue);
    if (!axes) {
        return tl::unexpected(std::move(axes.error()));
    }
    SweepGrid grid{.request = std::move(request), .axes = std::move(*axes)};
    grid.pinned = grid.request.pinned;
    for (std::size_t i = 0; i < grid.axes.size(); ++i) {
        const Field& field = *grid.axes[i].field;
        grid.samePhysics[i] = isLight(field);
        if (const auto planned = planFieldOf(field.key)) {
            grid.pinned.pin(*planned);
        }
    }
    if (grid.request.batch == BatchRule::InProportion) {
        if (auto wrong = setProportion(grid, catalogue)) {
            return failure(std::move(*wrong));
        }
    }
    return grid;
}

Expected<Scenario> scenarioAt(const SweepGrid& grid, std::size_t cell, const Catalogue& catalogue) {
    std::vector<std::pair<const Field*, const AxisValue*>> changes;
    changes.emplace_back(grid.axes[0].field, &grid.axes[0].values[cell % grid.columns()]);
    if (grid.axes.size() > 1) {
        changes.emplace_back(grid.axes[1].field, &grid.axes[1].values[cell / grid.columns()]);
    }
    std::ranges::sort(changes); // an instance before its count: the order of the field table
    Expected<Scenario> scenario = grid.request.base;
    for (const auto& [field, value] : changes) {
        scenario = withAxisValue(std::move(*scenario), *field, *value, catalogue);
        if (!scenario) {
            return scenario;
        }
    }
    if (grid.sequencesPerGpu > 0.0) {
        return withBatch(std::move(*scenario), grid.sequencesPerGpu, catalogue);
    }
    return scenario;
}

} // namespace roofplan

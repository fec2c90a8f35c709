#include "app/cli/sweep_rows.h"

#include "core/evaluate/evaluate.h"
#include "core/report/report_json.h"
#include "core/sweep/roofline_plane.h"
#include "core/sweep/scaling.h"
#include "core/units/unit_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* diagnosticsKey = "diagnostics";

/// In the unit that a number without one is read in.
Json valueJson(const Field& field, const AxisValue& value) {
    if (value.number && field.type == FieldType::Whole) {
        return static_cast<std::int64_t>(*value.number);
    }
    if (value.number) {
        return *value.number / unitsOf(field.unit).front().factor();
    }
    if (field.type == FieldType::Flag && !value.text.empty()) {
        return value.text == "yes";
    }
    return value.text.empty() ? Json() : Json(value.text);
}

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}

template <typename Names, typename Value>
std::string choice(const Names& names, Value value) {
    const auto found =
        std::ranges::find_if(names, [value](const auto& named) { return named.value == value; });
    return found == names.end() ? std::string() : std::string(found->key);
}

/// Only what no axis says.
void put(Json& row, const char* key, Json value) {
    if (!row.contains(key)) {
        row[key] = std::move(value);
    }
}

void putNumbers(Json& row, const MapCell& cell) {
    const bool fits = cell.state == CellState::Fits;
    const auto known = [fits](double value) { return fits ? number(value) : Json(); };
    row["step_time_s"] = known(cell.stepTime.base());
    row["time_to_train_s"] = known(cell.timeToTrain.base());
    row["cost_usd"] = fits && cell.cost ? number(cell.cost->base()) : Json();
    row["tokens_per_s"] = known(cell.tokensPerSecond.base());
    row["tokens_per_s_per_gpu"] = known(cell.tokensPerSecondPerGpu.base());
    row["mfu"] = known(cell.mfu);
    row["exposed_communication_s"] = known(cell.exposedCommunication.base());
    const bool sized = fits || cell.state == CellState::TooLarge;
    row["memory_peak_bytes"] = sized ? number(cell.memoryPeak.base()) : Json();
    row["memory_capacity_bytes"] = sized ? number(cell.memoryCapacity.base()) : Json();
    row["bound"] = fits ? Json(boundKey(cell.bound)) : Json();
    row["runner_up_bound"] = fits ? Json(boundKey(cell.runnerUp)) : Json();
    row["bound_margin"] = known(cell.margin);
}

void putPlan(Json& row, const MapCell& cell) {
    const bool planned = cell.state == CellState::Fits || cell.state == CellState::TooLarge;
    const ParallelPlan& plan = cell.plan;
    const auto known = [planned](Json value) { return planned ? std::move(value) : Json(); };
    put(row, "tp", known(plan.tensorParallel));
    put(row, "pp", known(plan.pipelineParallel));
    put(row, "virtual_pp", known(plan.virtualPipeline));
    put(row, "cp", known(plan.contextParallel));
    put(row, "ep", known(plan.expertParallel));
    put(row, "etp", known(plan.expertTensorParallel));
    put(row, "dp", known(plan.dataParallel.value_or(1)));
    put(row, "micro_batch", known(plan.microBatch));
    put(row, "sequence_parallel", known(plan.sequenceParallel));
    put(row, "zero", known(choice(zeroStageNames, plan.zero)));
    put(row, "recompute", known(choice(recomputeNames, plan.recompute)));
    put(row, "recompute_layers",
        known(plan.recomputeLayers ? Json(*plan.recomputeLayers) : Json()));
    put(row, "offload", known(choice(offloadNames, plan.offload)));
}

/// The place of the step of a cell that fits on each plane.
void putPlane(Json& row, const RegionMap& map, std::size_t cell, const Catalogue& catalogue) {
    for (const char* key : {"arithmetic_intensity_flop_per_byte", "hbm_corner_flop_per_byte",
                            "nvlink_memory_intensity", "nvlink_corner", "network_memory_intensity",
                            "network_corner"}) {
        row[key] = nullptr;
    }
    Expected<Scenario> scenario = scenarioAt(map.grid, cell, catalogue);
    if (!scenario || map.cells[cell].state != CellState::Fits) {
        return;
    }
    scenario->plan = map.cells[cell].plan;
    const Expected<Result> result = evaluate(*scenario, catalogue, Detail::Terms);
    if (!result) {
        return;
    }
    for (const RooflinePlane& plane : rooflinePlanes(*result)) {
        const std::string tier(boundKey(plane.tier));
        const PlanePoint& step = plane.points.front();
        row["arithmetic_intensity_flop_per_byte"] = number(step.arithmeticIntensity);
        row["hbm_corner_flop_per_byte"] = number(plane.datasheet.cornerY());
        row[tier + "_memory_intensity"] =
            step.memoryIntensity ? number(*step.memoryIntensity) : Json();
        row[tier + "_corner"] = number(plane.datasheet.cornerX());
    }
}

/// Its messages in one line.
std::string wordsOf(const Json& diagnostics) {
    std::string words;
    for (const Json& diagnostic : diagnostics) {
        const auto& place = diagnostic["place"].get_ref<const std::string&>();
        const auto& text = diagnostic["text"].get_ref<const std::string&>();
        words += (words.empty() ? "" : " ") + place + ": " + text;
    }
    return words;
}

std::string plainCell(const std::string& key, const Json& value) {
    if (value.is_null()) {
        return {};
    }
    if (key == diagnosticsKey) {
        return wordsOf(value);
    }
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string quoted(std::string text, char separator) {
    if (separator == '\t') {
        std::ranges::replace_if(
            text, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
        return text;
    }
    if (text.find_first_of(std::string("\"\r\n") + separator) == std::string::npos) {
        return text;
    }
    std::string result = "\"";
    for (const char c : text) {
        result += c == '"' ? "\"\"" : std::string(1, c);
    }
    return result + "\"";
}

template <typename Cell>
std::string line(const Json& row, char separator, Cell cell) {
    std::string text;
    bool first = true;
    for (const auto& [key, value] : row.items()) {
        text += first ? "" : std::string(1, separator);
        text += quoted(cell(key, value), separator);
        first = false;
    }
    return text + "\n";
}

} // namespace

SweepRows::SweepRows(const RegionMap& map, const Catalogue& catalogue, SweepColumns columns)
    : m_map(map),
      m_catalogue(catalogue),
      m_columns(columns),
      m_efficiency(scalingEfficiency(map)) {}

Json SweepRows::row(std::size_t i) const {
    const MapCell& cell = m_map.cells[i];
    const SweepGrid& grid = m_map.grid;
    const std::array<std::size_t, 2> at{i % grid.columns(), i / grid.columns()};
    Json row;
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
        const Axis& along = grid.axes[axis];
        row[std::string(along.field->key)] = valueJson(*along.field, along.values[at[axis]]);
    }
    const bool answered = cell.state != CellState::Failed && cell.state != CellState::Pending;
    row["feasible"] = answered ? Json(cell.state == CellState::Fits) : Json();
    if (answered) {
        row["gpus"] = cell.gpus; // whole instances, whatever was asked for
    }
    put(row, "gpus", nullptr);
    put(row, "global_batch", answered ? Json(cell.globalBatch) : Json());
    putNumbers(row, cell);
    if (m_columns.efficiency) {
        row["scaling_efficiency"] = m_efficiency[i] ? number(*m_efficiency[i]) : Json();
    }
    if (m_columns.plane) {
        putPlane(row, m_map, i, m_catalogue);
    }
    putPlan(row, cell);
    row[diagnosticsKey] = diagnosticsJson(cell.reasons);
    return row;
}

Json axesJson(const SweepGrid& grid) {
    Json axes = Json::array();
    for (const Axis& axis : grid.axes) {
        Json values = Json::array();
        for (const AxisValue& value : axis.values) {
            values.push_back(valueJson(*axis.field, value));
        }
        axes.push_back({{"key", axis.field->key},
                        {"label", axis.field->label},
                        {"unit", axis.field->unitLabel},
                        {"spacing", axis.spacing == Spacing::Logarithmic ? "log" : "linear"},
                        {"values", std::move(values)},
                        {"dropped", axis.dropped}});
    }
    return axes;
}

std::string keyLine(const Json& row, char separator) {
    return line(row, separator, [](const std::string& key, const Json&) { return key; });
}

std::string valueLine(const Json& row, char separator) {
    return line(row, separator, plainCell);
}

} // namespace roofplan::cli

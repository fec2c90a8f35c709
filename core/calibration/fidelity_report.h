// Predicted against measured as text, JSON and a plot.
#pragma once

#include "core/calibration/fidelity.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace roofplan {

/// Tables of the errors, over all and by family, GPU, precision, dense or mixture of experts,
/// scale and operator, in percent; and why rows were not scored, with counts.
[[nodiscard]] std::string fidelityText(const FidelityReport& report);

/// A line a row: predicted, measured, error, or the reason why it was not scored.
[[nodiscard]] std::string fidelityListText(const FidelityReport& report);

/// The machine contract: kind, rows, scored, overall, by_family, by_gpu, by_precision, by_moe,
/// by_scale, by_op, coverage, items, also. Errors are fractions; what does not exist is null.
[[nodiscard]] nlohmann::ordered_json fidelityJson(const FidelityReport& report);

/// n, mean_abs, median_abs, p90_abs, bias, within_20; null without items.
[[nodiscard]] nlohmann::ordered_json errorJson(const ErrorStatistics& statistics);

/// How often P10 to P90 holds what was measured, over tier A: n, share, of_rows, by_family; null
/// where no item has a band.
[[nodiscard]] nlohmann::ordered_json coverageJson(const std::vector<FidelityItem>& items);

/// The same by key.
[[nodiscard]] nlohmann::ordered_json errorTableJson(const ErrorTable& table);

} // namespace roofplan

// What a calibration found, as text and JSON.
#pragma once

#include "core/calibration/calibrate.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace roofplan {

/// What a report says beside the fit itself.
struct CalibrationOccasion {
    std::string file;     ///< of the rows
    std::string date;     ///< of the fit, "2026-10-31"
    std::size_t rows = 0; ///< in the file, used or not
};

/// Each constant before and after, errors before and after, and of what was left out.
[[nodiscard]] std::string calibrationText(const Calibration& calibration,
                                          const CalibrationOccasion& occasion);

/// The machine contract: kind, file, date, rows, used, iterations, converged, constants, before,
/// fitted, left_out. Errors are fractions; left_out is null where nothing was left out.
[[nodiscard]] nlohmann::ordered_json calibrationJson(const Calibration& calibration,
                                                     const CalibrationOccasion& occasion);

} // namespace roofplan

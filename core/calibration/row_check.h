// What a row of measurements must hold before it can be scored.
#pragma once

#include "core/calibration/measurement_file.h"

namespace roofplan {

/// What is wrong with a row of `kind` that is to be scored. Empty where nothing is.
[[nodiscard]] Diagnostics
rowFindings(const MeasurementRow& row, MeasurementKind kind, const Catalogue& catalogue);

/// The sentence of a finding about `row` at its member `pointer`.
[[nodiscard]] Diagnostic
rowFinding(const MeasurementRow& row, const char* code, const std::string& pointer, Text text);

} // namespace roofplan

// Predicted against measured as an SVG picture.
#pragma once

#include "core/calibration/fidelity.h"

#include <string>

namespace roofplan {

/// One square panel a target, side by side: measured along x, predicted along y, both logarithmic
/// with the same range, the diagonal of a perfect prediction and a band of ±20 %. Points are
/// coloured by family, the families with most rows first; those beyond the palette share a grey.
/// Rows that were not scored are left out.
[[nodiscard]] std::string fidelitySvg(const FidelityReport& report);

} // namespace roofplan

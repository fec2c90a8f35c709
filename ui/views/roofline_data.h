// What the roofline plots: points of operators, roofs, and the frame around the machine's ceilings.
#pragma once

#include "core/result/result.h"

#include <QRectF>

#include <vector>

namespace roofplan::ui {

/// An operator: intensity in FLOP per byte of its tier, attained rate in TFLOP/s.
struct RooflinePoint {
    int term = -1;
    double intensity = 0.0;
    double rate = 0.0;
    double seconds = 0.0; ///< exposed, a step
    double share = 0.0;   ///< of the longest point
    Bound bound = Bound::Compute;
    bool backward = false;
};

/// A roof in TFLOP/s: rate = slope · intensity up to the compute peak; the compute roof is flat.
struct Roof {
    Bound tier = Bound::Compute;
    double datasheet = 0.0; ///< TFLOP/s, or TB/s for a sloped roof
    double achievable = 0.0;
};

/// Leaf terms of GEMM, attention and HBM kernels that compute something, longest first.
[[nodiscard]] std::vector<RooflinePoint> rooflinePoints(const Result& result);

[[nodiscard]] std::vector<Roof> roofs(const Result& result);

/// Intensity where a sloped roof meets the compute roof; 0 where there is none.
[[nodiscard]] double ridge(const Roof& roof, double peak);

/// Whole decades in x around all ridges, in y from where the HBM roof enters to half a decade over
/// the peak.
[[nodiscard]] QRectF rooflineFrame(const std::vector<Roof>& roofs);

} // namespace roofplan::ui

// How a bound is shown: its name on this machine and its marker. Never by colour alone.
#pragma once

#include "core/result/result.h"

#include <QPainterPath>
#include <QString>

namespace roofplan::ui {

/// "compute", "HBM", "EFA": the network by the family of the cluster's fabric.
[[nodiscard]] QString boundLabel(Bound bound, const Result& result);

/// The bound's marker around the origin, about `radius` in size: circle, square, triangle, diamond,
/// hexagon, star, cross.
[[nodiscard]] QPainterPath boundMarker(Bound bound, double radius);

} // namespace roofplan::ui

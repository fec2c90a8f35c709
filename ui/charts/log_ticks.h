// Where a logarithmic axis is labelled, and with what.
#pragma once

#include <QString>

#include <vector>

namespace roofplan::ui {

/// Label positions inside [low, high]: powers of ten above 2.5 decades, 1-2-5 above 0.8, else 1 to
/// 9; inside an even narrower range evenly rounded values. Empty unless 0 < low < high.
[[nodiscard]] std::vector<double> logTicks(double low, double high);

/// Grid lines inside [low, high]: the decades (and, inside one, the labelled values), or the digits
/// 2 to 9 between them.
[[nodiscard]] std::vector<double> gridLines(double low, double high, bool major);

/// "0.1", "1 000", "10⁴": plain up to 9 999, powers of ten with an exponent beyond.
[[nodiscard]] QString logTickText(double value);

} // namespace roofplan::ui

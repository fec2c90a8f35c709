// Where a logarithmic axis is labelled, and with what.
#pragma once

#include <QString>

#include <functional>
#include <vector>

namespace roofplan::ui {

/// Label positions inside [low, high]: powers of ten above 2.5 decades, 1-2-5 above 0.8, else 1 to
/// 9; inside an even narrower range evenly rounded values. Empty unless 0 < low < high.
[[nodiscard]] std::vector<double> logTicks(double low, double high);

/// Grid lines inside [low, high]: the decades (and, inside one, the labelled values), or the digits
/// 2 to 9 between them.
[[nodiscard]] std::vector<double> gridLines(double low, double high, bool major);

/// A measure of a tick on the screen: where its label's middle is, how long the label is.
using TickMeasure = std::function<double(double tick)>;

/// Those whose labels keep clear of each other: round values before others.
[[nodiscard]] std::vector<double>
clearTicks(const std::vector<double>& ticks, const TickMeasure& centre, const TickMeasure& extent);

/// "0.1", "1 000", "10⁴": plain up to 9 999, powers of ten with an exponent beyond.
[[nodiscard]] QString logTickText(double value);

} // namespace roofplan::ui

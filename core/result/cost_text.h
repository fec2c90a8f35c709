// Cost, billed time and second currency in words, for every place that shows them.
#pragma once

#include "core/result/result.h"

#include <string>

namespace roofplan {

/// "billed 98.00 d for a run of 93.02 d"; empty where the run is paid for its own time.
[[nodiscard]] std::string billedText(const Headline& headline);

/// "7.268 M EUR".
[[nodiscard]] std::string convertedText(const ConvertedCost& cost, int digits = 4);

/// "0.925 EUR per USD of 2026-10-01, given by you".
[[nodiscard]] std::string rateText(const ConvertedCost& cost);

} // namespace roofplan

// Within what an answer lies four times out of five: P10 to P90 of the numbers on top.
#pragma once

#include "core/units/quantity.h"

#include <cstdint>
#include <optional>

namespace roofplan {

/// From the value that is undershot once in ten times to the one that is exceeded once in ten.
template <typename Q>
struct Band {
    Q low{};  ///< P10
    Q high{}; ///< P90

    bool operator==(const Band&) const = default;
};

struct Uncertainty {
    Band<Seconds> stepTime;
    Band<TokenRate> tokensPerSecond;
    Band<TokenRate> tokensPerSecondPerGpu;
    Band<double> mfu;
    Band<double> hfu;
    Band<Seconds> timeToTrain;
    std::optional<Band<Money>> cost; ///< absent where no price is known
    Band<double> logRatio;           ///< of ln(step time / predicted)
    double constantsSpread = 0.0;    ///< standard deviation of ln(step time) by the constants
    Band<double> residuals;   ///< of ln(measured/predicted) over the measured runs, as it is used
    std::int64_t rows = 0;    ///< measured runs that the residuals are of
    std::int64_t sources = 0; ///< that measured them

    bool operator==(const Uncertainty&) const = default;
};

} // namespace roofplan

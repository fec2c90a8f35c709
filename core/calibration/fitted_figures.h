// The facts that a calibration changes, as they are written down.
#pragma once

#include "core/calibration/calibrate.h"

#include <string>
#include <vector>

namespace roofplan {

/// A fact under a fitted constant, in its published unit.
struct FittedFigure {
    std::string folder; ///< "efficiency", "stacks"
    std::string kind;   ///< "efficiency", "stack"
    std::string entry;
    std::string property;
    std::string unit;
    std::string convention;
    double before = 0.0; ///< as the catalogue held it
    double value = 0.0;  ///< rounded to what the standard error justifies
    double standardError = 0.0;
    std::size_t rows = 0;
    bool determined = false; ///< else the sourced figure stays
    bool used = false;       ///< by a row of the fit
};

/// Of every constant, in its order. `constants` are those of the fit.
[[nodiscard]] std::vector<FittedFigure> fittedFigures(const Calibration& calibration,
                                                      const ConstantSet& constants,
                                                      const TrainingQuestions& questions);

/// `error` with two digits, and `value` to the last of them.
struct RoundedFigure {
    double value = 0.0;
    double error = 0.0;
};

[[nodiscard]] RoundedFigure roundedFigure(double value, double error);

} // namespace roofplan

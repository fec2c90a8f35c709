// Fits constants of the catalogue to measured training steps, and shows how far the fit can be
// trusted on what it has not seen.
#pragma once

#include "core/calibration/constants.h"
#include "core/calibration/fidelity.h"
#include "core/calibration/training_rows.h"

namespace roofplan {

struct ConstantFit {
    std::string name;
    std::string unit;
    double before = 0.0; ///< as the catalogue held it, as published
    double prior = 0.0;  ///< what is believed before the rows are seen
    double value = 0.0;
    double standardError = 0.0; ///< in the same unit
    double dataShare = 0.0;     ///< of what is known about it, 0 to 1; the prior has the rest
    std::size_t rows = 0;       ///< that change with it
    bool determined = false;    ///< else it keeps `prior`
    bool atLimit = false;
};

struct LeftOut {
    std::string key; ///< family, GPU or model that no constant has seen
    ErrorStatistics error;
    std::vector<FidelityItem> items; ///< as predicted by constants that have not seen them
    std::vector<FidelityItem> seen;  ///< the others as those constants predict them; families only
};

struct Calibration {
    std::vector<ConstantFit> constants;
    std::vector<double> logFactors; ///< [constants] on what the catalogue held
    std::size_t rows = 0;
    int iterations = 0;
    bool converged = false;
    std::vector<FidelityItem> before; ///< the rows as the catalogue predicted them
    std::vector<FidelityItem> fitted;
    std::vector<LeftOut> families;
    std::vector<LeftOut> gpus;
    std::vector<LeftOut> models;
};

struct CalibrationOptions {
    bool leaveOut = true;
    PriorAt priorAt = PriorAt::Sourced;
};

/// Pseudo-Huber loss at 8 % of the logarithm of predicted over measured; near-repeats share the
/// weight of a group, groups that of a family. Constants that the data cannot determine (less than
/// a third of what is known comes from them) keep what is believed without. Leaves the fitted
/// constants in the catalogue of `questions`, which is that of `constants`.
[[nodiscard]] Calibration
calibrate(TrainingQuestions& questions, ConstantSet& constants, const CalibrationOptions& options);

/// Mean over the left-out groups, each by its number of row groups; families count alike.
[[nodiscard]] double meanLeftOut(const std::vector<LeftOut>& parts);

} // namespace roofplan

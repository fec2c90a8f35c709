// What is known how well: errors of the fitted model by kinds of plans, and what was measured.
#pragma once

#include "core/calibration/calibrate.h"
#include "core/catalogue/accuracy.h"

#include <string>
#include <vector>

namespace roofplan {

/// The groups of specs/measurements/accuracy.json over rows of `questions`: `fitted` as the model
/// predicts them, `leftOut` as constants do that have not seen their family. Groups of fewer than
/// three rows are left out.
[[nodiscard]] std::vector<AccuracyGroup> accuracyGroups(const std::vector<FidelityItem>& fitted,
                                                        const std::vector<FidelityItem>& leftOut,
                                                        const TrainingQuestions& questions);

/// The text of specs/measurements/accuracy.json, whose README names the members; errors are of step
/// times. Groups of fewer
/// than three rows are left out; left_out_mean_abs is null where no family was left out.
[[nodiscard]] std::string accuracyText(const Calibration& calibration,
                                       const TrainingQuestions& questions,
                                       const std::string& date);

} // namespace roofplan

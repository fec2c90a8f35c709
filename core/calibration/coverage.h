// How often what was measured lies in the band from P10 to P90, which should be four times out of
// five.
#pragma once

#include "core/calibration/fidelity.h"
#include "core/catalogue/accuracy.h"
#include "core/scenario/resolved_scenario.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofplan {

struct Calibration;
class ConstantSet;
class TrainingQuestions;

struct Coverage {
    std::size_t rows = 0; ///< of tier A with a band
    double share = 0.0;   ///< of them in it: groups, then families alike, as errors are averaged
    double ofRows = 0.0;  ///< the same with rows alike
};

/// Over the scored ones of tier A.
[[nodiscard]] Coverage coverageOf(const std::vector<FidelityItem>& items);

[[nodiscard]] std::map<std::string, Coverage>
coverageByFamily(const std::vector<FidelityItem>& items);

/// P10 to P90 of ln(measured/predicted) of a scenario whose constants have that standard deviation;
/// absent where nothing like it was measured.
[[nodiscard]] std::optional<Band<double>>
bandOf(const ResolvedScenario& scenario, const Accuracy& accuracy, double constantsSpread);

/// Gives the fitted rows of a calibration their bands, and the rows of each family left out those
/// of the other families as constants predict them that have not seen it. The standard errors are
/// those of the fit to all, in whose catalogue `questions` stand.
void addBands(Calibration& calibration, TrainingQuestions& questions, const ConstantSet& constants);

} // namespace roofplan

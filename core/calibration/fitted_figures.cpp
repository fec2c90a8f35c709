#include "core/calibration/fitted_figures.h"

#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

namespace roofplan {

namespace {

/// To a multiple of 10^place, as the decimal number that is nearest to it.
double toPlace(double value, int place) {
    if (place < 0) {
        return std::strtod(fmt::format("{:.{}f}", value, -place).c_str(), nullptr);
    }
    const double unit = std::pow(10.0, place);
    return std::round(value / unit) * unit;
}

/// Profiles and stacks that rows of the fit ran with.
std::set<std::pair<std::string, std::string>> usedEntries(const TrainingQuestions& questions) {
    std::set<std::pair<std::string, std::string>> used;
    for (std::size_t i = 0; i < questions.rows().size(); ++i) {
        if (const auto& question = questions.question(i)) {
            used.emplace("efficiency", question->profile->id);
            used.emplace("stacks", question->stack->id);
        }
    }
    return used;
}

} // namespace

RoundedFigure roundedFigure(double value, double error) {
    if (!(error > 0.0) || !std::isfinite(error)) {
        return {value, error};
    }
    const int place = static_cast<int>(std::floor(std::log10(error))) - 1;
    return {toPlace(value, place), toPlace(error, place)};
}

std::vector<FittedFigure> fittedFigures(const Calibration& calibration,
                                        const ConstantSet& constants,
                                        const TrainingQuestions& questions) {
    const auto used = usedEntries(questions);
    std::vector<FittedFigure> figures;
    for (std::size_t i = 0; i < calibration.constants.size(); ++i) {
        const ConstantFit& fit = calibration.constants[i];
        for (const ConstantTarget& target : constants.targets(i)) {
            const Fact& fact = constants.original(target.fact);
            const double value = fact.published * std::exp(calibration.logFactors[i]);
            const auto [rounded, error] =
                roundedFigure(value, value * fit.standardError / fit.value);
            FittedFigure figure{.folder = target.stack ? "stacks" : "efficiency",
                                .kind = target.stack ? "stack" : "efficiency",
                                .entry = fact.entry,
                                .property = fact.property,
                                .unit = fact.unit,
                                .convention = fact.convention,
                                .before = fact.published,
                                .value = rounded,
                                .standardError = error,
                                .rows = fit.rows,
                                .determined = fit.determined};
            figure.used = used.contains({figure.folder, figure.entry});
            figures.push_back(std::move(figure));
        }
    }
    return figures;
}

} // namespace roofplan

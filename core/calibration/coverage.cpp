#include "core/calibration/coverage.h"

#include "core/calibration/accuracy.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_confidence.h"
#include "core/sensitivity/constants_spread.h"
#include "core/sensitivity/uncertainty.h"

#include <cmath>

namespace roofplan {

namespace {

std::vector<FidelityItem> counted(const std::vector<FidelityItem>& items) {
    std::vector<FidelityItem> all;
    for (const FidelityItem& item : items) {
        if (item.scored() && item.tier == "A" && item.band) {
            all.push_back(item);
        }
    }
    return all;
}

/// What the fit knows of a constant goes to the facts that it moves.
void setStandardErrors(Catalogue& catalogue,
                       const ConstantSet& constants,
                       const std::vector<ConstantFit>& fits) {
    for (std::size_t i = 0; i < fits.size(); ++i) {
        for (const ConstantTarget& target : constants.targets(i)) {
            Fact& fact = catalogue.facts[static_cast<std::size_t>(target.fact)];
            if (fits[i].determined) {
                fact.standardError =
                    std::abs(fact.published) * fits[i].standardError / fits[i].value;
            }
        }
    }
}

struct Asked {
    const ResolvedScenario* question = nullptr;
    double constantsSpread = 0.0;
};

using AskedById = std::map<std::string, Asked>;

AskedById askedById(const TrainingQuestions& questions, const Catalogue& catalogue) {
    AskedById all;
    for (std::size_t i = 0; i < questions.rows().size(); ++i) {
        if (const std::optional<ResolvedScenario>& question = questions.question(i)) {
            const Result result = evaluateResolved(*question, Detail::Terms);
            all.emplace(questions.rows()[i].item.id,
                        Asked{&*question, constantsSpread(*question, result, catalogue)});
        }
    }
    return all;
}

void setBands(std::vector<FidelityItem>& items, const Accuracy& accuracy, const AskedById& asked) {
    for (FidelityItem& item : items) {
        const Asked& of = asked.at(item.id);
        item.band = bandOf(*of.question, accuracy, of.constantsSpread);
    }
}

} // namespace

Coverage coverageOf(const std::vector<FidelityItem>& items) {
    const std::vector<FidelityItem> rows = counted(items);
    const std::vector<double> weights = itemWeights(rows);
    Coverage coverage{.rows = rows.size()};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].isInBand().value_or(false)) {
            coverage.share += weights[i];
            coverage.ofRows += 1.0 / static_cast<double>(rows.size());
        }
    }
    return coverage;
}

std::map<std::string, Coverage> coverageByFamily(const std::vector<FidelityItem>& items) {
    std::map<std::string, std::vector<FidelityItem>> families;
    for (const FidelityItem& item : counted(items)) {
        families[item.family].push_back(item);
    }
    std::map<std::string, Coverage> all;
    for (const auto& [family, rows] : families) {
        all.emplace(family, coverageOf(rows));
    }
    return all;
}

std::optional<Band<double>>
bandOf(const ResolvedScenario& scenario, const Accuracy& accuracy, double constantsSpread) {
    const AccuracyGroup* const group = residualGroup(scenario, accuracy);
    return group != nullptr ? std::optional(logBand(*group, constantsSpread)) : std::nullopt;
}

void addBands(Calibration& calibration,
              TrainingQuestions& questions,
              const ConstantSet& constants) {
    setStandardErrors(questions.catalogue(), constants, calibration.constants);
    const AskedById asked = askedById(questions, questions.catalogue());
    setBands(calibration.fitted, {.groups = accuracyGroups(calibration.fitted, {}, questions)},
             asked);
    for (LeftOut& family : calibration.families) {
        setBands(family.items, {.groups = accuracyGroups(family.seen, {}, questions)}, asked);
    }
}

} // namespace roofplan

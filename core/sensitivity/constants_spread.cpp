#include "core/sensitivity/constants_spread.h"

#include "core/evaluate/evaluate.h"
#include "core/result/facts_used.h"
#include "core/sensitivity/scenario_copy.h"

#include <cmath>

namespace roofplan {

double constantsSpread(const ResolvedScenario& scenario,
                       const Result& result,
                       const Catalogue& catalogue) {
    ScenarioCopy copy(scenario);
    double variance = 0.0;
    for (const FactId id : factsUsed(result)) {
        const Fact& fact = catalogue.fact(id);
        const std::optional<FactSlot> slot = copy.find(fact, id);
        const double error = fact.standardError.value_or(0.0);
        if (!slot || !(error > 0.0) || fact.published == 0.0 || slot->limit == Limit::WholeCount) {
            continue;
        }
        Fact moved = fact;
        moved.used *= 1.0 + error / std::abs(fact.published);
        copy.store(*slot, moved, id);
        const Seconds time = evaluateResolved(copy.scenario(), Detail::Headline).headline.stepTime;
        const double change = std::log(time / result.headline.stepTime);
        variance += std::isfinite(change) ? change * change : 0.0;
        copy.store(*slot, fact, id);
    }
    return std::sqrt(variance);
}

} // namespace roofplan

#include "app/cli/own_figures.h"

#include "core/result/explanation.h"
#include "core/result/facts_used.h"

#include <algorithm>

namespace roofplan::cli {

void addOwnFigures(const Result& result, const Catalogue& catalogue, Diagnostics& figures) {
    for (const FactId id : factsUsed(result)) {
        const ExplainedFact fact = explainFact(id, catalogue);
        Diagnostic figure{.severity = Severity::Info,
                          .code = "own.used",
                          .place = catalogue.fact(id).place,
                          .text = {"Your own figure is used: {0}, {1}.", {fact.label, fact.used}},
                          .hint = {}};
        if (fact.own && std::ranges::find(figures, figure) == figures.end()) {
            figures.push_back(std::move(figure));
        }
    }
}

} // namespace roofplan::cli

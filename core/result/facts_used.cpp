#include "core/result/facts_used.h"

#include <set>

namespace roofplan {

std::vector<FactId> factsUsed(const Result& result) {
    std::set<FactId> facts;
    const auto add = [&facts](const Derivation& derivation) {
        facts.insert(derivation.factSpan().begin(), derivation.factSpan().end());
    };
    for (const Term& term : result.terms) {
        add(term.derivation);
    }
    for (const Derivation& derivation : result.derivations) {
        add(derivation);
    }
    for (const MemoryDerivations& stage : result.memoryDerivations) {
        for (const Derivation& part : stage) {
            add(part);
        }
    }
    return {facts.begin(), facts.end()};
}

} // namespace roofplan

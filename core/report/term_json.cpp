#include "core/report/term_json.h"

#include "core/result/explanation.h"
#include "core/units/quantity_text.h"

#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

Json inputJson(const Input& input) {
    const SymbolText& symbol = symbolText(input.symbol);
    return {{"symbol", symbol.letter},
            {"meaning", symbol.meaning},
            {"value", input.value},
            {"text", quantityText(input.value, symbol.unit)}};
}

Json factJson(FactId id, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(id);
    Json json{{"entry", fact.entry},         {"property", fact.property},
              {"place", fact.place},         {"published", fact.published},
              {"unit", fact.unit},           {"convention", fact.convention},
              {"used", fact.used},           {"text", explainFact(id, catalogue).used},
              {"source", fact.source.title}, {"url", fact.source.url},
              {"date", fact.source.date}};
    if (fact.own) {
        json["own"] = true;
    }
    return json;
}

Json termJson(const Term& term, const Catalogue& catalogue) {
    Json json{{"name", termKey(term.name)},
              {"phase", phaseKey(term.phase)},
              {"category", categoryKey(term.category)},
              {"bound", boundKey(term.bound)},
              {"count", term.count},
              {"busy_s", term.busy.base()},
              {"exposed_s", term.exposed.base()},
              {"hidden_s", term.hidden().base()},
              {"flops", term.flops.base()},
              {"hbm_bytes", term.hbm.base()},
              {"nvlink_bytes", term.nvlink.base()},
              {"network_bytes", term.network.base()},
              {"formula", formulaText(term.derivation.formula).expression},
              {"inputs", Json::array()},
              {"facts", Json::array()},
              {"children", Json::array()}};
    for (const Input& input : term.derivation.inputSpan()) {
        json["inputs"].push_back(inputJson(input));
    }
    for (const FactId fact : term.derivation.factSpan()) {
        json["facts"].push_back(factJson(fact, catalogue));
    }
    return json;
}

} // namespace

/// Children stand behind their parent, so that a walk from the end finds each child complete before
/// it is moved into its parent.
Json termsJson(const Result& result, const Catalogue& catalogue) {
    std::vector<Json> nodes;
    nodes.reserve(result.terms.size());
    for (const Term& term : result.terms) {
        nodes.push_back(termJson(term, catalogue));
    }
    for (std::size_t i = nodes.size(); i-- > 1;) {
        const std::int32_t parent = result.terms[i].parent;
        if (parent >= 0 && static_cast<std::size_t>(parent) < i) {
            Json& siblings = nodes[static_cast<std::size_t>(parent)]["children"];
            siblings.insert(siblings.begin(), std::move(nodes[i]));
        }
    }
    return nodes.empty() ? Json() : std::move(nodes.front());
}

} // namespace roofplan

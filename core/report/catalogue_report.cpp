#include "core/report/catalogue_report.h"

#include "core/report/report_text.h"
#include "core/result/explanation.h"

#include <nlohmann/json.hpp>

namespace roofplan {

namespace {

using Json = nlohmann::ordered_json;

Json oneFactJson(FactId id, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(id);
    const bool absent = fact.convention == "unsupported"; // no figure, which is not zero
    return {{"property", fact.property},
            {"label", fact.label},
            {"place", fact.place},
            {"published", absent ? Json() : Json(fact.published)},
            {"unit", fact.unit},
            {"convention", fact.convention},
            {"region", fact.region},
            {"used", absent ? Json() : Json(fact.used)},
            {"used_text", explainFact(id, catalogue).used},
            {"source", fact.source.title},
            {"url", fact.source.url},
            {"date", fact.source.date},
            {"via", fact.source.via},
            {"preferred", fact.preferred},
            {"why", fact.why},
            {"note", fact.note},
            {"own", fact.own}};
}

} // namespace

std::string factsText(std::span<const FactId> facts, const Catalogue& catalogue) {
    std::string text;
    for (const FactId fact : facts) {
        text += (text.empty() ? "" : "\n") + factText(explainFact(fact, catalogue));
    }
    return text;
}

Json factsJson(std::span<const FactId> facts, const Catalogue& catalogue) {
    Json json = Json::array();
    for (const FactId fact : facts) {
        Json entry = oneFactJson(fact, catalogue);
        entry["rivals"] = Json::array();
        for (const FactId rival : catalogue.fact(fact).rivals) {
            entry["rivals"].push_back(oneFactJson(rival, catalogue));
        }
        json.push_back(std::move(entry));
    }
    return json;
}

} // namespace roofplan

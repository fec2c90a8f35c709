#include "core/report/catalogue_report.h"

#include "core/architecture/parameter_count.h"
#include "core/catalogue/model_json.h"
#include "core/report/report_text.h"
#include "core/report/text_columns.h"
#include "core/result/explanation.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>
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

Json partsJson(const ParameterCount& count) {
    return {{"embedding", count.embedding + count.positions},
            {"lm_head", count.lmHead},
            {"token_mixers", count.layers.tokenMixer + count.layers.indexer},
            {"channel_mixers", count.layers.channelMixer()},
            {"norms", count.layers.norms}};
}

std::string attentionText(const TokenMixer& mixer) {
    const auto& attention = std::get<GroupedQueryAttention>(mixer);
    return fmt::format("{} query heads, {} key/value heads of {}", attention.queryHeads,
                       attention.keyValueHeads, attention.headDimension);
}

std::string feedForwardText(const ChannelMixer& mixer) {
    const auto& feedForward = std::get<DenseFeedForward>(mixer);
    return fmt::format("{}feed-forward of width {}", feedForward.gated ? "gated " : "",
                       feedForward.width);
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

std::string modelText(const ModelEntry& model) {
    const Transformer& shape = model.transformer;
    const ParameterCount count = parameterCount(shape);
    TextColumns columns("  ");
    columns.add({"Parameters",
                 fmt::format("{} ({})", count.total(),
                             quantityText(static_cast<double>(count.total()), UnitKind::Count))});
    columns.add({"Hidden", fmt::format("{}", shape.hidden)});
    columns.add({"Vocabulary", fmt::format("{}{}", shape.vocabulary,
                                           shape.tiedEmbeddings ? ", tied to the LM head" : "")});
    columns.add({"Layers", fmt::format("{}", shape.layers.size())});
    for (const LayerKind& kind : shape.layerKinds) {
        columns.add({"  " + kind.id,
                     attentionText(kind.tokenMixer) + "; " + feedForwardText(kind.channelMixer)});
    }
    columns.add({"Source", model.source.title.empty()
                               ? model.origin
                               : fmt::format("{}, {}", model.source.title, model.source.date)});
    if (!model.source.url.empty()) {
        columns.add({"", model.source.url});
    }
    return columns.text();
}

Json modelReportJson(const ModelEntry& model) {
    const ParameterCount count = parameterCount(model.transformer);
    Json json = modelToJson(model);
    json["params_total"] = count.total();
    json["params_active"] = count.active();
    json["params_by_part"] = partsJson(count);
    return json;
}

} // namespace roofplan

#include "core/catalogue/model_json.h"

#include "core/catalogue/mixer_json.h"
#include "core/catalogue/model_limits.h"
#include "core/catalogue/object_reader.h"
#include "core/catalogue/quantization_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace roofplan {

namespace {

using nlohmann::ordered_json;

constexpr auto normNames = std::to_array<Named<NormKind>>({
    {NormKind::Rms, "rms"},
    {NormKind::Layer, "layer"},
});

LayerKind layerKindFrom(ObjectReader reader, Diagnostics& findings) {
    const LayerKind standard;
    const std::size_t before = findings.size();
    LayerKind kind{.id = reader.text("id"),
                   .tokenMixer = tokenMixerFrom(reader.object("token_mixer"), findings),
                   .channelMixer = channelMixerFrom(reader.object("channel_mixer"), findings),
                   .norms = reader.wholeOr("norms", 0, limits::norms, standard.norms),
                   .scalars = reader.wholeOr("scalars", 0, limits::scalars, standard.scalars)};
    if (findings.size() == before && reader.has("token_mixer") && mixersOf(kind) == 0) {
        findings.push_back(
            {.code = "model.value",
             .place = reader.place("channel_mixer"),
             .text = {translatable("core", "The layer has neither a token nor a channel mixer."),
                      {}}});
    }
    reader.nothingElse({"id", "token_mixer", "channel_mixer", "norms", "scalars"});
    return kind;
}

std::vector<LayerKind> layerKindsFrom(const ObjectReader& architecture, Diagnostics& findings) {
    std::vector<LayerKind> kinds;
    for (const ObjectReader& reader : architecture.objects("layer_kinds", mostLayerKinds)) {
        LayerKind kind = layerKindFrom(reader, findings);
        const bool known = std::ranges::find(kinds, kind.id, &LayerKind::id) != kinds.end();
        if (known && !kind.id.empty()) {
            findings.push_back(
                {.code = "model.duplicate",
                 .place = reader.place("id"),
                 .text = {translatable("core", "There is already a layer kind '{0}'."),
                          {kind.id}}});
        }
        kinds.push_back(std::move(kind));
    }
    return kinds;
}

/// False when a kind is missing here because it could not be read: then none can be called unknown.
bool allNamed(const std::vector<LayerKind>& kinds) {
    return !kinds.empty() &&
           std::ranges::none_of(kinds, [](const LayerKind& kind) { return kind.id.empty(); });
}

/// The index of a kind by its id; none, with a finding, when there is no such kind.
std::optional<std::uint16_t> kindNamed(const std::string& id,
                                       const std::string& place,
                                       const std::vector<LayerKind>& kinds,
                                       Diagnostics& findings) {
    const auto kind = std::ranges::find(kinds, id, &LayerKind::id);
    if (kind != kinds.end()) {
        return static_cast<std::uint16_t>(kind - kinds.begin());
    }
    if (!id.empty() && allNamed(kinds)) {
        findings.push_back({.code = "model.reference",
                            .place = place,
                            .text = {translatable("core", "There is no layer kind '{0}'."), {id}}});
    }
    return std::nullopt;
}

std::vector<std::uint16_t> layersFrom(const ObjectReader& architecture,
                                      const std::vector<LayerKind>& kinds,
                                      Diagnostics& findings) {
    std::vector<std::uint16_t> layers;
    for (ObjectReader reader : architecture.objects("layers", limits::layers)) {
        const std::string id = reader.text("kind");
        const std::int64_t count = reader.whole("count", 1, limits::layers);
        reader.nothingElse({"kind", "count"});
        if (const auto kind = kindNamed(id, reader.place("kind"), kinds, findings)) {
            layers.insert(layers.end(), static_cast<std::size_t>(count), *kind);
        }
    }
    if (layers.size() > static_cast<std::size_t>(limits::layers)) {
        findings.push_back(
            {.code = "model.value",
             .place = architecture.place("layers"),
             .text = {translatable("core", "Found {0} layers; allowed: up to {1}."),
                      {std::to_string(layers.size()), std::to_string(limits::layers)}}});
    }
    return layers;
}

std::optional<MultiTokenPrediction> predictionFrom(ObjectReader& architecture,
                                                   const std::vector<LayerKind>& kinds,
                                                   Diagnostics& findings) {
    if (!architecture.has("multi_token_prediction")) {
        return std::nullopt;
    }
    ObjectReader reader = architecture.object("multi_token_prediction");
    MultiTokenPrediction prediction{
        .modules = reader.whole("modules", 1, limits::predictionModules),
        .kind = kindNamed(reader.text("kind"), reader.place("kind"), kinds, findings).value_or(0),
        .otherParameters = reader.wholeOr("other_parameters", 0, limits::partParameters, 0)};
    reader.nothingElse({"modules", "kind", "other_parameters"});
    return prediction;
}

Transformer architectureFrom(ObjectReader reader, Diagnostics& findings) {
    Transformer model{.hidden = reader.whole("hidden", 1, limits::hidden),
                      .vocabulary = reader.whole("vocabulary", 1, limits::vocabulary),
                      .learnedPositions = reader.wholeOr("learned_positions", 0, limits::tokens, 0),
                      .tiedEmbeddings = reader.flag("tied_embeddings", false),
                      .norm = reader.choice<NormKind>("norm", normNames),
                      .layerKinds = layerKindsFrom(reader, findings)};
    model.layers = layersFrom(reader, model.layerKinds, findings);
    model.residualStreams = reader.wholeOr("residual_streams", 1, limits::residualStreams, 1);
    model.visionParameters = reader.wholeOr("vision_parameters", 0, limits::partParameters, 0);
    model.multiTokenPrediction = predictionFrom(reader, model.layerKinds, findings);
    reader.nothingElse({"hidden", "vocabulary", "tied_embeddings", "norm", "learned_positions",
                        "layer_kinds", "layers", "residual_streams", "vision_parameters",
                        "multi_token_prediction"});
    return model;
}

Source sourceFrom(ObjectReader reader) {
    Source source{.title = reader.text("title"),
                  .url = reader.textOr("url", ""),
                  .date = reader.textOr("date", ""),
                  .via = reader.textOr("via", "")};
    reader.nothingElse({"title", "url", "date", "via"});
    return source;
}

ordered_json sourceToJson(const Source& source) {
    ordered_json object{{"title", source.title}};
    if (!source.url.empty()) {
        object["url"] = source.url;
    }
    if (!source.date.empty()) {
        object["date"] = source.date;
    }
    if (!source.via.empty()) {
        object["via"] = source.via;
    }
    return object;
}

/// The layers in order, equal neighbours counted together.
ordered_json layersToJson(const Transformer& model) {
    ordered_json layers = ordered_json::array();
    for (std::size_t i = 0; i < model.layers.size();) {
        std::size_t end = i;
        while (end < model.layers.size() && model.layers[end] == model.layers[i]) {
            ++end;
        }
        layers.push_back({{"kind", model.layerKinds.at(model.layers[i]).id}, {"count", end - i}});
        i = end;
    }
    return layers;
}

ordered_json kindToJson(const LayerKind& kind) {
    const LayerKind standard;
    ordered_json json{{"id", kind.id},
                      {"token_mixer", toJson(kind.tokenMixer)},
                      {"channel_mixer", toJson(kind.channelMixer)}};
    putUnless(json, "norms", kind.norms, standard.norms);
    putUnless(json, "scalars", kind.scalars, standard.scalars);
    return json;
}

ordered_json predictionToJson(const MultiTokenPrediction& prediction, const Transformer& model) {
    ordered_json json{{"modules", prediction.modules},
                      {"kind", model.layerKinds.at(prediction.kind).id}};
    putUnless(json, "other_parameters", prediction.otherParameters, std::int64_t{0});
    return json;
}

ordered_json architectureToJson(const Transformer& model) {
    const Transformer standard;
    const auto norm = std::ranges::find(normNames, model.norm, &Named<NormKind>::value);
    ordered_json json{{"hidden", model.hidden},
                      {"vocabulary", model.vocabulary},
                      {"tied_embeddings", model.tiedEmbeddings},
                      {"norm", std::string(norm->key)}};
    putUnless(json, "learned_positions", model.learnedPositions, standard.learnedPositions);
    json["layer_kinds"] = ordered_json::array();
    for (const LayerKind& kind : model.layerKinds) {
        json["layer_kinds"].push_back(kindToJson(kind));
    }
    json["layers"] = layersToJson(model);
    putUnless(json, "residual_streams", model.residualStreams, standard.residualStreams);
    putUnless(json, "vision_parameters", model.visionParameters, standard.visionParameters);
    if (model.multiTokenPrediction) {
        json["multi_token_prediction"] = predictionToJson(*model.multiTokenPrediction, model);
    }
    return json;
}

} // namespace

Expected<ModelEntry> modelFromJson(const nlohmann::json& json, std::string_view place) {
    Diagnostics findings;
    ObjectReader reader(json, std::string(place), findings);
    ModelEntry model{.id = reader.text("id")};
    const std::string name = reader.text("name");
    model.source = sourceFrom(reader.object("source"));
    model.origin = reader.textOr("origin", "");
    model.transformer = architectureFrom(reader.object("architecture"), findings);
    model.transformer.name = name;
    if (json.is_object() && json.contains("quantization")) {
        model.quantization = quantizationFromJson(reader.object("quantization"), findings);
    }
    reader.nothingElse({"kind", "id", "name", "source", "origin", "quantization", "architecture"});
    if (!findings.empty()) {
        return tl::unexpected(std::move(findings));
    }
    return model;
}

ordered_json modelToJson(const ModelEntry& model) {
    ordered_json object{
        {"id", model.id}, {"name", model.transformer.name}, {"source", sourceToJson(model.source)}};
    if (!model.origin.empty()) {
        object["origin"] = model.origin;
    }
    if (model.quantization) {
        object["quantization"] = quantizationToJson(*model.quantization);
    }
    object["architecture"] = architectureToJson(model.transformer);
    return object;
}

} // namespace roofplan

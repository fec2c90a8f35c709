#include "core/catalogue/model_json.h"

#include "core/catalogue/object_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace roofplan {

namespace {

using nlohmann::ordered_json;

// Together these keep every product (parameters of all layers) below 2^63.
constexpr std::int64_t mostHidden = 1'000'000;
constexpr std::int64_t mostVocabulary = 100'000'000;
constexpr std::int64_t mostPositions = 1'000'000'000;
constexpr std::int64_t mostHeads = 10'000;
constexpr std::int64_t mostHeadDimension = 10'000;
constexpr std::int64_t mostWidth = 10'000'000;
constexpr std::int64_t mostLayers = 10'000;

constexpr auto normNames = std::to_array<Named<NormKind>>({
    {NormKind::Rms, "rms"},
    {NormKind::Layer, "layer"},
});

GroupedQueryAttention attentionFrom(ObjectReader reader, Diagnostics& findings) {
    const std::size_t before = findings.size();
    GroupedQueryAttention attention{
        .queryHeads = reader.whole("query_heads", 1, mostHeads),
        .keyValueHeads = reader.whole("kv_heads", 1, mostHeads),
        .headDimension = reader.whole("head_dimension", 1, mostHeadDimension),
        .inputBias = reader.flag("input_bias", false),
        .outputBias = reader.flag("output_bias", false),
        .queryKeyNorm =
            reader.flag("query_key_norm", false) ? QueryKeyNorm::Head : QueryKeyNorm::None,
        .rotary = reader.flag("rotary", true),
    };
    const bool bothRead = findings.size() == before;
    if (bothRead && attention.queryHeads % attention.keyValueHeads != 0) {
        findings.push_back(
            {.code = "model.value",
             .place = reader.place("kv_heads"),
             .text = {
                 translatable("core",
                              "Found {0} key/value heads; allowed: divisors of the {1} query "
                              "heads."),
                 {std::to_string(attention.keyValueHeads), std::to_string(attention.queryHeads)}}});
    }
    return attention;
}

TokenMixer tokenMixerFrom(ObjectReader reader, Diagnostics& findings) {
    reader.constant("kind", "attention");
    TokenMixer mixer = attentionFrom(reader, findings);
    reader.nothingElse({"kind", "query_heads", "kv_heads", "head_dimension", "input_bias",
                        "output_bias", "query_key_norm", "rotary"});
    return mixer;
}

ChannelMixer channelMixerFrom(ObjectReader reader) {
    reader.constant("kind", "dense");
    ChannelMixer mixer = DenseFeedForward{.width = reader.whole("width", 1, mostWidth),
                                          .gated = reader.flag("gated", true),
                                          .bias = reader.flag("bias", false)};
    reader.nothingElse({"kind", "width", "gated", "bias"});
    return mixer;
}

LayerKind layerKindFrom(ObjectReader reader, Diagnostics& findings) {
    LayerKind kind{.id = reader.text("id"),
                   .tokenMixer = tokenMixerFrom(reader.object("token_mixer"), findings),
                   .channelMixer = channelMixerFrom(reader.object("channel_mixer"))};
    reader.nothingElse({"id", "token_mixer", "channel_mixer"});
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

std::vector<std::uint16_t> layersFrom(const ObjectReader& architecture,
                                      const std::vector<LayerKind>& kinds,
                                      Diagnostics& findings) {
    std::vector<std::uint16_t> layers;
    for (ObjectReader reader : architecture.objects("layers", mostLayers)) {
        const std::string id = reader.text("kind");
        const std::int64_t count = reader.whole("count", 1, mostLayers);
        reader.nothingElse({"kind", "count"});
        const auto kind = std::ranges::find(kinds, id, &LayerKind::id);
        if (kind == kinds.end()) {
            if (!id.empty() && allNamed(kinds)) {
                findings.push_back(
                    {.code = "model.reference",
                     .place = reader.place("kind"),
                     .text = {translatable("core", "There is no layer kind '{0}'."), {id}}});
            }
            continue;
        }
        layers.insert(layers.end(), static_cast<std::size_t>(count),
                      static_cast<std::uint16_t>(kind - kinds.begin()));
    }
    if (layers.size() > static_cast<std::size_t>(mostLayers)) {
        findings.push_back({.code = "model.value",
                            .place = architecture.place("layers"),
                            .text = {translatable("core", "Found {0} layers; allowed: up to {1}."),
                                     {std::to_string(layers.size()), std::to_string(mostLayers)}}});
    }
    return layers;
}

Transformer architectureFrom(ObjectReader reader, Diagnostics& findings) {
    Transformer model{.hidden = reader.whole("hidden", 1, mostHidden),
                      .vocabulary = reader.whole("vocabulary", 1, mostVocabulary),
                      .learnedPositions = reader.wholeOr("learned_positions", 0, mostPositions, 0),
                      .tiedEmbeddings = reader.flag("tied_embeddings", false),
                      .norm = reader.choice<NormKind>("norm", normNames),
                      .layerKinds = layerKindsFrom(reader, findings)};
    model.layers = layersFrom(reader, model.layerKinds, findings);
    reader.nothingElse({"hidden", "vocabulary", "tied_embeddings", "norm", "learned_positions",
                        "layer_kinds", "layers"});
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

ordered_json toJson(const GroupedQueryAttention& attention) {
    return {{"kind", "attention"},
            {"query_heads", attention.queryHeads},
            {"kv_heads", attention.keyValueHeads},
            {"head_dimension", attention.headDimension},
            {"input_bias", attention.inputBias},
            {"output_bias", attention.outputBias},
            {"query_key_norm", attention.queryKeyNorm == QueryKeyNorm::Head},
            {"rotary", attention.rotary}};
}

ordered_json toJson(const DenseFeedForward& feedForward) {
    return {{"kind", "dense"},
            {"width", feedForward.width},
            {"gated", feedForward.gated},
            {"bias", feedForward.bias}};
}

/// The other kinds, which no reader lets through yet.
template <typename Mixer>
ordered_json toJson(const Mixer& /*mixer*/) {
    return ordered_json::object();
}

template <typename Variant>
ordered_json mixerToJson(const Variant& mixer) {
    return std::visit([](const auto& m) { return toJson(m); }, mixer);
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

ordered_json architectureToJson(const Transformer& model) {
    ordered_json kinds = ordered_json::array();
    for (const LayerKind& kind : model.layerKinds) {
        kinds.push_back({{"id", kind.id},
                         {"token_mixer", mixerToJson(kind.tokenMixer)},
                         {"channel_mixer", mixerToJson(kind.channelMixer)}});
    }
    const auto norm = std::ranges::find(normNames, model.norm, &Named<NormKind>::value);
    ordered_json architecture{{"hidden", model.hidden},
                              {"vocabulary", model.vocabulary},
                              {"tied_embeddings", model.tiedEmbeddings},
                              {"norm", std::string(norm->key)}};
    if (model.learnedPositions > 0) {
        architecture["learned_positions"] = model.learnedPositions;
    }
    architecture["layer_kinds"] = std::move(kinds);
    architecture["layers"] = layersToJson(model);
    return architecture;
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
    reader.nothingElse({"kind", "id", "name", "source", "origin", "architecture"});
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
    object["architecture"] = architectureToJson(model.transformer);
    return object;
}

} // namespace roofplan

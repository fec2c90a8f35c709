#include "core/interchange/hugging_face_config.h"

#include "core/base/json_text.h"
#include "core/interchange/config_reader.h"
#include "core/interchange/config_support.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace roofplan {

namespace {

// Far beyond any model, and small enough that no product of them leaves 64 bits.
constexpr std::int64_t mostLayers = 10'000;
constexpr std::int64_t mostHidden = 1'000'000;
constexpr std::int64_t mostVocabulary = 100'000'000;
constexpr std::int64_t mostHeads = 10'000;
constexpr std::int64_t mostHeadDimension = 10'000;
constexpr std::int64_t mostWidth = 10'000'000;

Diagnostic notAModel(std::string_view fileName, const std::string& found) {
    return {.code = "config.not_a_model",
            .place = std::string(fileName),
            .text = {translatable("core",
                                  "found {0}; needed: the config.json of a model, an object with "
                                  "\"architectures\", \"hidden_size\" and \"num_hidden_layers\"."),
                     {found}}};
}

std::optional<Diagnostic> modelLack(const nlohmann::json& config, std::string_view fileName) {
    static constexpr std::array<const char*, 4> signs{"architectures", "model_type", "hidden_size",
                                                      "num_hidden_layers"};
    if (!config.is_object()) {
        return notAModel(fileName,
                         config.is_array() ? translatable("core", "a list") : shownJson(config));
    }
    if (std::ranges::none_of(signs, [&](const char* sign) { return config.contains(sign); })) {
        return notAModel(fileName, translatable("core", "none of its fields"));
    }
    return std::nullopt;
}

void requireMultiple(ConfigReader& config,
                     std::string_view key,
                     std::int64_t number,
                     std::int64_t divisor,
                     const char* divisorName) {
    if (config.sound(key) && config.sound(divisorName) && number % divisor != 0) {
        config.report("config.value", key,
                      {translatable("core", "found {0}; allowed: a multiple of {1} = {2}."),
                       {std::to_string(number), divisorName, std::to_string(divisor)}});
    }
}

std::int64_t headDimension(ConfigReader& config,
                           const ConfigClass& known,
                           std::int64_t hidden,
                           std::int64_t heads) {
    if (config.has("head_dim") || (known.headDimension && !config.mentions("head_dim"))) {
        return config.whole("head_dim", mostHeadDimension, known.headDimension);
    }
    requireMultiple(config, "hidden_size", hidden, heads, "num_attention_heads");
    return std::max<std::int64_t>(hidden / heads, 1);
}

GroupedQueryAttention
attentionOf(ConfigReader& config, const ConfigClass& known, std::int64_t hidden) {
    const std::int64_t heads = config.whole("num_attention_heads", mostHeads);
    const bool silent = !config.mentions("num_key_value_heads");
    const std::int64_t assumed = silent ? known.keyValueHeads.value_or(heads) : heads;
    const std::int64_t keyValueHeads = config.whole("num_key_value_heads", mostHeads, assumed);
    const bool bias = known.readsAttentionBias && config.flag("attention_bias", false);
    const bool bothRead =
        config.sound("num_attention_heads") && config.sound("num_key_value_heads");
    if (bothRead && heads % keyValueHeads != 0) {
        config.report(
            "config.value", "num_key_value_heads",
            {translatable("core", "found {0}; allowed: a divisor of num_attention_heads = {1}."),
             {std::to_string(keyValueHeads), std::to_string(heads)}});
    }
    const std::int64_t dimension = headDimension(config, known, hidden, heads);
    if (heads * dimension > mostWidth) {
        config.report(
            "config.value", "num_attention_heads",
            {translatable("core", "found {0} heads of {1}; allowed: a product of at most {2}."),
             {std::to_string(heads), std::to_string(dimension), std::to_string(mostWidth)}});
    }
    return {.queryHeads = heads,
            .keyValueHeads = keyValueHeads,
            .headDimension = dimension,
            .inputBias = bias || known.queryKeyValueBias,
            .outputBias = bias,
            .queryKeyNorm = known.queryKeyNorm ? QueryKeyNorm::Head : QueryKeyNorm::None};
}

Transformer transformerOf(ConfigReader& config, const ConfigClass& known) {
    Transformer model;
    model.hidden = config.whole("hidden_size", mostHidden);
    model.vocabulary = config.whole("vocab_size", mostVocabulary);
    model.tiedEmbeddings = config.flag("tie_word_embeddings", false);
    const DenseFeedForward feedForward{.width = config.whole("intermediate_size", mostWidth),
                                       .gated = true,
                                       .bias =
                                           known.readsMlpBias && config.flag("mlp_bias", false)};
    model.layerKinds = {{.id = "dense",
                         .tokenMixer = attentionOf(config, known, model.hidden),
                         .channelMixer = feedForward}};
    const std::int64_t layers = config.whole("num_hidden_layers", mostLayers);
    model.layers.assign(static_cast<std::size_t>(layers), 0);
    const nlohmann::json& types = config.value("layer_types");
    const bool counted = config.sound("num_hidden_layers");
    if (counted && types.is_array() && types.size() != model.layers.size()) {
        config.report("config.value", "layer_types",
                      {translatable("core", "found {0} layers; num_hidden_layers is {1}."),
                       {std::to_string(types.size()), std::to_string(layers)}});
    }
    return model;
}

std::string_view lastPart(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view withoutEnding(std::string_view text, std::string_view ending) {
    return text.ends_with(ending) ? text.substr(0, text.size() - ending.size()) : text;
}

/// "meta-llama--Meta-Llama-3.1-70B.config.json" is Meta-Llama-3.1-70B; a file that is just called
/// config.json has the name that it was published under, or its folder's, or its class.
std::string modelName(const ConfigReader& config, std::string_view fileName) {
    std::string_view name = withoutEnding(lastPart(fileName), ".json");
    name = withoutEnding(name, ".config");
    if (const std::size_t owner = name.find("--"); owner != std::string_view::npos) {
        name.remove_prefix(owner + 2);
    }
    if (!name.empty() && name != "config") {
        return std::string(name);
    }
    const nlohmann::json& published = config.value("_name_or_path");
    if (published.is_string()) {
        const auto& path = published.get_ref<const std::string&>();
        name = lastPart(withoutEnding(path, "/"));
    }
    const std::string_view file = lastPart(fileName);
    const std::string_view folder = fileName.substr(0, fileName.size() - file.size());
    if (name.empty() || name == "config") {
        name = folder.empty() ? folder : lastPart(folder.substr(0, folder.size() - 1));
    }
    const nlohmann::json& type = config.value("model_type");
    const std::string fallback = type.is_string() ? type.get<std::string>() : "model";
    return name.empty() || name == "." ? fallback : std::string(name);
}

std::string idOf(std::string_view name) {
    std::string id;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
        id += upper ? static_cast<char>(c - 'A' + 'a') : (plain ? c : '-');
    }
    return id;
}

} // namespace

Expected<ModelEntry> importHuggingFaceConfig(std::string_view text, std::string_view fileName) {
    const Expected<nlohmann::json> json = parseJsonText(text, fileName, "config.not_json");
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (const std::optional<Diagnostic> lack = modelLack(*json, fileName)) {
        return failure(*lack);
    }
    ConfigReader config(*json, fileName);
    const ConfigClass* const known = supportedClass(config);
    if (known == nullptr || !config.diagnostics().empty()) {
        return tl::unexpected(config.diagnostics());
    }
    ModelEntry entry;
    entry.transformer = transformerOf(config, *known);
    if (!config.diagnostics().empty()) {
        return tl::unexpected(config.diagnostics());
    }
    const std::string name = modelName(config, fileName);
    entry.id = idOf(name);
    entry.transformer.name = name;
    entry.origin = lastPart(fileName);
    entry.source.title = "config.json of " + name;
    return entry;
}

} // namespace roofplan

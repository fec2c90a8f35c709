#include "core/interchange/hugging_face_config.h"

#include "core/base/json_text.h"
#include "core/base/text_file.h"
#include "core/interchange/config_reader.h"
#include "core/interchange/model_classes.h"
#include "core/interchange/model_name.h"
#include "core/interchange/quantization_config.h"
#include "core/interchange/unread_keys.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace roofplan {

namespace {

constexpr auto quantizationName = "hf_quant_config.json";

Diagnostic notAModel(std::string_view fileName, const std::string& found) {
    return {.code = "config.not_a_model",
            .place = std::string(fileName),
            .text = {translatable("core",
                                  "found {0}; needed: the config.json of a model, an object with "
                                  "\"architectures\", \"hidden_size\" and \"num_hidden_layers\"."),
                     {found}}};
}

Diagnostic quantizationAlone(std::string_view fileName) {
    return {.code = "config.quantization_alone",
            .place = std::string(fileName),
            .text = {translatable("core", "found the quantisation of a model ({0}); its {1} is "
                                          "needed, with this file beside it."),
                     {quantizationName, "config.json"}}};
}

std::optional<Diagnostic> modelLack(const nlohmann::json& config, std::string_view fileName) {
    static constexpr std::array<const char*, 4> signs{"architectures", "model_type", "hidden_size",
                                                      "num_hidden_layers"};
    if (!config.is_object()) {
        return notAModel(fileName,
                         config.is_array() ? translatable("core", "a list") : shownJson(config));
    }
    if (isQuantizationFile(config)) {
        return quantizationAlone(fileName);
    }
    if (std::ranges::none_of(signs, [&](const char* sign) { return config.contains(sign); })) {
        return notAModel(fileName, translatable("core", "none of its fields"));
    }
    return std::nullopt;
}

void reportContradiction(const Quantization& taken,
                         const Quantization& other,
                         const std::string& place,
                         ConfigFindings& findings) {
    if (taken.weights != other.weights) {
        findings.remarks.push_back(
            {.severity = Severity::Warning,
             .code = "config.contradiction",
             .place = place,
             .text = {
                 translatable("core", "found {0}; the configuration says {1}, which is taken."),
                 {std::string(weightFormatName(other.weights).label),
                  std::string(weightFormatName(taken.weights).label)}}});
    }
}

/// What the file beside the configuration adds to what that says itself.
void addQuantization(std::optional<Quantization>& quantization,
                     const QuantizationFile& file,
                     ConfigFindings& findings) {
    const Expected<nlohmann::json> json = parseJsonText(file.text, file.name, "config.not_json");
    if (!json) {
        findings.errors.insert(findings.errors.end(), json.error().begin(), json.error().end());
        return;
    }
    if (!isQuantizationFile(*json)) {
        findings.errors.push_back(
            {.code = "config.value",
             .place = file.name,
             .text = {translatable("core", "found {0}; needed: an object with \"quantization\"."),
                      {shownJson(*json)}}});
        return;
    }
    ConfigFindings own;
    ConfigReader reader(*json, file.name + "#", own);
    const std::optional<Quantization> added = quantizationOfFile(reader);
    if (!own.errors.empty() || !added) {
        findings.errors.insert(findings.errors.end(), own.errors.begin(), own.errors.end());
    } else if (!quantization) {
        quantization = added;
        findings.remarks.insert(findings.remarks.end(), own.remarks.begin(), own.remarks.end());
    } else {
        reportContradiction(*quantization, *added, reader.place("quantization"), findings);
        quantization->keyValueCache =
            quantization->keyValueCache ? quantization->keyValueCache : added->keyValueCache;
    }
}

/// The configuration as an entry without a name.
ModelEntry readEntry(ConfigReader& config, const std::optional<QuantizationFile>& beside) {
    ModelEntry entry;
    const ModelClass* const known = modelClass(config);
    if (known == nullptr) {
        return entry;
    }
    ConfigFindings& findings = config.findings();
    findings.className = known->architecture;
    ConfigReader text = known->nested ? config.part("text_config") : config;
    if (known->nested) {
        text.skip({"model_type", "_name_or_path"});
    }
    known->read(config, text, entry.transformer);
    config.skip({"quantization_config", "compression_config"});
    text.skip({"quantization_config", "compression_config"});
    if (findings.errors.empty()) {
        checkUnreadKeys(findings);
    }
    entry.quantization = quantizationOf(config, text);
    if (beside) {
        addQuantization(entry.quantization, *beside, findings);
    }
    return entry;
}

/// "a/config.json" → "a/hf_quant_config.json", "a/X.config.json" → "a/X.hf_quant_config.json".
std::filesystem::path besideOf(const std::filesystem::path& path) {
    constexpr std::string_view ending = "config.json";
    std::string name = path.filename().string();
    if (!name.ends_with(ending)) {
        return {};
    }
    name.replace(name.size() - ending.size(), ending.size(), quantizationName);
    return path.parent_path() / name;
}

} // namespace

Expected<ImportedModel> importHuggingFaceConfig(std::string_view text,
                                                std::string_view fileName,
                                                const std::optional<QuantizationFile>& beside) {
    const Expected<nlohmann::json> json = parseJsonText(text, fileName, "config.not_json");
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (const std::optional<Diagnostic> lack = modelLack(*json, fileName)) {
        return failure(*lack);
    }
    ConfigFindings findings;
    ConfigReader config(*json, std::string(fileName) + "#", findings);
    ImportedModel imported{.entry = readEntry(config, beside)};
    if (!findings.errors.empty()) {
        return tl::unexpected(std::move(findings.errors));
    }
    const std::string name = modelName(config, fileName);
    imported.entry.id = modelId(name);
    imported.entry.transformer.name = name;
    imported.entry.origin = lastPart(fileName);
    imported.entry.source.title = "config.json of " + name;
    imported.assumptions = std::move(findings.remarks);
    return imported;
}

Expected<ImportedModel> importHuggingFaceFile(const std::filesystem::path& path,
                                              std::string_view fileName) {
    const Expected<std::string> text = readTextFile(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const std::filesystem::path beside = besideOf(path);
    std::error_code ignored;
    if (beside.empty() || !std::filesystem::is_regular_file(beside, ignored)) {
        return importHuggingFaceConfig(*text, fileName);
    }
    Expected<std::string> quantization = readTextFile(beside);
    if (!quantization) {
        return tl::unexpected(std::move(quantization.error()));
    }
    return importHuggingFaceConfig(
        *text, fileName,
        QuantizationFile{.text = std::move(*quantization), .name = beside.filename().string()});
}

} // namespace roofplan

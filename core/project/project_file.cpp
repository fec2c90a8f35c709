#include "core/project/project_file.h"

#include "core/base/json_text.h"
#include "core/catalogue/model_json.h"
#include "core/project/project_layout.h"
#include "core/scenario/nearest_word.h"
#include "core/units/quantity_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

std::string joined(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

/// A member's name as a part of a JSON pointer.
std::string pointerPart(std::string_view key) {
    std::string part;
    for (const char c : key) {
        part += c == '~' ? "~0" : (c == '/' ? "~1" : std::string(1, c));
    }
    return part;
}

Diagnostic finding(const char* code, std::string place, Text text) {
    return {.code = code, .place = std::move(place), .text = std::move(text)};
}

Diagnostic wrongType(std::string place, const json& found, const char* allowed) {
    return finding("project.value", std::move(place),
                   {translatable("core", "found {0}; allowed: {1}."), {shownJson(found), allowed}});
}

/// Reads one file; everything it finds wrong is gathered in `findings`.
struct ProjectReader {
    std::string place; ///< "FILE#"
    Catalogue catalogue;
    Diagnostics findings{};
    std::vector<std::string> refusedModels{}; ///< ids of own models that are wrong
    bool unnamedModels = false;               ///< and some whose id cannot be read

    void report(Diagnostic diagnostic) { findings.push_back(std::move(diagnostic)); }

    void checkKeys(const json& object,
                   const std::string& pointer,
                   const std::vector<std::string>& allowed) {
        for (const auto& item : object.items()) {
            if (std::ranges::find(allowed, item.key()) == allowed.end()) {
                report(unknownKey(item.key(), pointer + "/" + pointerPart(item.key()), allowed));
            }
        }
    }

    [[nodiscard]] Diagnostic unknownKey(const std::string& key,
                                        const std::string& pointer,
                                        const std::vector<std::string>& allowed) const {
        Diagnostic diagnostic = finding(
            "project.unknown_key", place + pointer,
            {translatable("core", "found the key \"{0}\"; allowed: {1}."), {key, joined(allowed)}});
        const std::string near = nearestWords(key, allowed);
        const Field* const field = findField(key);
        if (!near.empty()) {
            diagnostic.hint = {translatable("core", "did you mean {0}?"), {near}};
        } else if (field != nullptr) {
            const auto* const section =
                std::ranges::find(projectSections, field->group, &ProjectSection::group);
            diagnostic.hint = {translatable("core", "it belongs into \"{0}\""),
                               {std::string(section->key)}};
        }
        return diagnostic;
    }

    /// A value of the file as a person would type it; null is an empty text.
    std::optional<std::string> typedText(const json& value, const std::string& pointer) {
        if (value.is_null()) {
            return std::string{};
        }
        if (value.is_boolean()) {
            return value.get<bool>() ? "yes" : "no";
        }
        if (value.is_string()) {
            return value.get<std::string>();
        }
        if (value.is_number_float()) {
            return exactText(value.get<double>());
        }
        if (value.is_number()) {
            return value.dump();
        }
        report(wrongType(place + pointer, value,
                         translatable("core", "a number, a text, true or false")));
        return std::nullopt;
    }

    void readField(const Field& field,
                   const json& section,
                   const std::string& sectionPointer,
                   Scenario& scenario) {
        const std::string pointer = sectionPointer + "/" + std::string(field.key);
        const auto member = section.find(std::string(field.key));
        if (member == section.end()) {
            if (!field.optional && fieldApplies(field, scenario) && field.get(scenario).empty()) {
                report(finding("project.missing", place + pointer,
                               {translatable("core", "found nothing; a value is needed."), {}}));
            }
            return;
        }
        const std::optional<std::string> text = typedText(*member, pointer);
        if (!text) {
            return;
        }
        Expected<Scenario> changed = withField(scenario, field, *text, catalogue);
        if (changed) {
            scenario = std::move(*changed);
            return;
        }
        if (field.key == "model" && isRefusedModel(*text)) {
            return;
        }
        for (Diagnostic& diagnostic : changed.error()) {
            diagnostic.place = place + pointer;
            report(std::move(diagnostic));
        }
    }

    void readSection(const ProjectSection& section,
                     const json& object,
                     const std::string& scenarioPointer,
                     Scenario& scenario) {
        static const json empty = json::object();
        const std::string pointer = scenarioPointer + "/" + std::string(section.key);
        const auto member = object.find(std::string(section.key));
        const json& content = member == object.end() ? empty : *member;
        if (!content.is_object()) {
            report(wrongType(place + pointer, content, translatable("core", "an object")));
            return;
        }
        checkKeys(content, pointer, sectionKeys(section.group));
        for (const Field& field : fieldTable()) {
            if (field.group == section.group) {
                readField(field, content, pointer, scenario);
            }
        }
    }

    Scenario readScenario(const json& object, const std::string& pointer) {
        Scenario scenario;
        if (!object.is_object()) {
            report(wrongType(place + pointer, object, translatable("core", "an object")));
            return scenario;
        }
        checkKeys(object, pointer, scenarioKeys());
        if (const auto name = object.find("name"); name != object.end()) {
            if (name->is_string()) {
                scenario.name = name->get<std::string>();
            } else {
                report(wrongType(place + pointer + "/name", *name, translatable("core", "a text")));
            }
        }
        for (const ProjectSection& section : projectSections) {
            readSection(section, object, pointer, scenario);
        }
        return scenario;
    }

    std::vector<Scenario> readScenarios(const json& document) {
        std::vector<Scenario> scenarios;
        const auto list = document.find("scenarios");
        if (list == document.end() || !list->is_array() || list->empty()) {
            report(finding(
                "project.no_scenarios", place + "/scenarios",
                {translatable("core", "found {0}; needed: a list of at least one scenario."),
                 {list == document.end() ? translatable("core", "nothing") : shownJson(*list)}}));
            return scenarios;
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            scenarios.push_back(readScenario((*list)[i], "/scenarios/" + std::to_string(i)));
        }
        return scenarios;
    }

    /// A scenario that names a model of this file that was refused is not wrong itself.
    [[nodiscard]] bool isRefusedModel(const std::string& id) const {
        return unnamedModels || std::ranges::find(refusedModels, id) != refusedModels.end();
    }

    void refuseModel(const json& model, Diagnostics wrong) {
        std::ranges::move(wrong, std::back_inserter(findings));
        const json id = model.is_object() ? model.value("id", json()) : json();
        if (id.is_string()) {
            refusedModels.push_back(id.get<std::string>());
        } else {
            unnamedModels = true;
        }
    }

    std::vector<ModelEntry> readModels(const json& document) {
        std::vector<ModelEntry> models;
        const auto list = document.find("models");
        if (list == document.end()) {
            return models;
        }
        if (!list->is_array()) {
            report(wrongType(place + "/models", *list, translatable("core", "a list of models")));
            unnamedModels = true;
            return models;
        }
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string pointer = place + "/models/" + std::to_string(i);
            Expected<ModelEntry> model = modelFromJson((*list)[i], pointer);
            if (!model) {
                refuseModel((*list)[i], std::move(model.error()));
            } else if (findEntry(models, model->id) != nullptr) {
                report(finding("project.duplicate_model", pointer + "/id",
                               {translatable("core", "found \"{0}\" a second time; allowed: once."),
                                {model->id}}));
            } else {
                models.push_back(std::move(*model));
            }
        }
        return models;
    }
};

/// Nothing when `document` is a project of a version that this program reads.
std::optional<Diagnostic> versionProblem(const json& document, std::string_view fileName) {
    if (!document.is_object() || !document.contains("roofplan")) {
        return finding(
            "project.not_a_project", std::string(fileName),
            {translatable("core", "found no Roofplan project; needed: an object with the keys "
                                  "\"roofplan\" and \"scenarios\"."),
             {}});
    }
    const json& version = document.at("roofplan");
    const std::string place = std::string(fileName) + "#/roofplan";
    const std::string current = std::to_string(Project::currentVersion);
    const bool isVersion = version.is_number_unsigned() && version.get<std::uint64_t>() > 0;
    if (!isVersion) {
        return finding("project.version", place,
                       {translatable("core", "found version {0}; allowed: 1 to {1}."),
                        {shownJson(version), current}});
    }
    if (version.get<std::uint64_t>() > Project::currentVersion) {
        return finding(
            "project.newer_version", place,
            {translatable("core", "found version {0}, written by a newer Roofplan; this one reads "
                                  "up to version {1}. The file is left as it is."),
             {shownJson(version), current}});
    }
    return std::nullopt;
}

} // namespace

Expected<Project>
parseProject(std::string_view text, std::string_view fileName, const Catalogue& catalogue) {
    const Expected<json> document = parseJsonText(text, fileName, "project.not_json");
    if (!document) {
        return tl::unexpected(document.error());
    }
    if (const std::optional<Diagnostic> problem = versionProblem(*document, fileName)) {
        return failure(*problem);
    }
    ProjectReader reader{.place = std::string(fileName) + "#", .catalogue = catalogue};
    reader.checkKeys(*document, {}, projectKeys());
    Project project;
    project.models = reader.readModels(*document);
    reader.catalogue = withModels(std::move(reader.catalogue), project);
    project.scenarios = reader.readScenarios(*document);
    if (!reader.findings.empty()) {
        return tl::unexpected(std::move(reader.findings));
    }
    return project;
}

Catalogue withModels(Catalogue catalogue, const Project& project) {
    for (const ModelEntry& model : project.models) {
        catalogue = withModel(std::move(catalogue), model);
    }
    return catalogue;
}

} // namespace roofplan

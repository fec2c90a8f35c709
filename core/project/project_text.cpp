#include "core/catalogue/model_json.h"
#include "core/project/project_file.h"
#include "core/project/project_layout.h"
#include "core/units/quantity_text.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace roofplan {

namespace {

using nlohmann::ordered_json;

/// Numbers as JSON numbers where these say the same as the text, else the text.
ordered_json numberToJson(const std::string& text, UnitKind unit) {
    static constexpr double largestExactWhole = 1e18;
    const Expected<double> number = parseQuantity(text, unit, {});
    if (unit == UnitKind::Count && number && *number == std::floor(*number) &&
        std::abs(*number) <= largestExactWhole) {
        return static_cast<std::int64_t>(*number);
    }
    const Expected<double> written = parseQuantity(text, UnitKind::Count, {});
    return written && exactText(*written) == text ? ordered_json(*written) : ordered_json(text);
}

ordered_json valueToJson(const Field& field, const std::string& text) {
    switch (field.type) {
    case FieldType::Whole:
    case FieldType::Measure:
        return numberToJson(text, field.unit);
    case FieldType::Flag:
        return text == "yes";
    case FieldType::OneOf:
    case FieldType::Several:
    case FieldType::Date:
    case FieldType::Month:
        break;
    }
    return text;
}

/// What does not apply, or not to every model, is left out while nobody has changed it, and kept
/// otherwise.
bool isWritten(const Field& field, const Scenario& scenario, const std::string& text) {
    static const Scenario unchanged;
    const bool applies = fieldApplies(field, scenario) && field.appliesToModel == nullptr;
    return !text.empty() && (applies || text != field.get(unchanged));
}

ordered_json sectionToJson(const Scenario& scenario, FieldGroup group) {
    ordered_json section = ordered_json::object();
    for (const Field& field : fieldTable()) {
        const std::string text = field.group == group ? field.get(scenario) : std::string{};
        if (isWritten(field, scenario, text)) {
            section[std::string(field.key)] = valueToJson(field, text);
        }
    }
    return section;
}

ordered_json scenarioToJson(const Scenario& scenario) {
    ordered_json object{{"name", scenario.name}};
    for (const ProjectSection& section : projectSections) {
        object[std::string(section.key)] = sectionToJson(scenario, section.group);
    }
    return object;
}

} // namespace

std::string projectText(const Project& project) {
    ordered_json document{{"roofplan", Project::currentVersion}};
    document["scenarios"] = ordered_json::array();
    for (const Scenario& scenario : project.scenarios) {
        document["scenarios"].push_back(scenarioToJson(scenario));
    }
    document["models"] = ordered_json::array();
    for (const ModelEntry& model : project.models) {
        document["models"].push_back(modelToJson(model));
    }
    return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace roofplan

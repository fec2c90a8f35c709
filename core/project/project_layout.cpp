#include "core/project/project_layout.h"

namespace roofplan {

std::vector<std::string> projectKeys() {
    return {"roofplan", "scenarios", "models"};
}

std::vector<std::string> scenarioKeys() {
    std::vector<std::string> keys{"name"};
    for (const ProjectSection& section : projectSections) {
        keys.emplace_back(section.key);
    }
    return keys;
}

std::vector<std::string> sectionKeys(FieldGroup group) {
    std::vector<std::string> keys;
    for (const Field& field : fieldTable()) {
        if (field.group == group) {
            keys.emplace_back(field.key);
        }
    }
    return keys;
}

} // namespace roofplan

// How a project file is laid out: the sections of a scenario, and the words at each level.
#pragma once

#include "core/scenario/field_table.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

struct ProjectSection {
    FieldGroup group;
    std::string_view key;
};

inline constexpr std::array<ProjectSection, 4> projectSections{{
    {FieldGroup::Cluster, "cluster"},
    {FieldGroup::Workload, "workload"},
    {FieldGroup::Stack, "stack"},
    {FieldGroup::Plan, "plan"},
}};

/// "roofplan", "scenarios", "models".
[[nodiscard]] std::vector<std::string> projectKeys();

/// "name" and the sections.
[[nodiscard]] std::vector<std::string> scenarioKeys();

/// The fields of a section.
[[nodiscard]] std::vector<std::string> sectionKeys(FieldGroup group);

} // namespace roofplan

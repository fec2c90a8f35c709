// The project file (.roofplan): scenarios and the models imported for them, as JSON with a version.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

struct Project {
    /// 2 added custom clusters, discount, a second currency, phases, experts, context parallelism
    /// and offload; a file without them means their defaults and is read as it stands.
    static constexpr int currentVersion = 2;

    std::vector<Scenario> scenarios;
    std::vector<ModelEntry>
        models; ///< imported ones; they stand before the catalogue's of the same id

    bool operator==(const Project&) const = default;
};

/// Reads a project. `fileName` is what diagnostics call it. Fails with the place (JSON pointer) for
/// broken JSON, a newer version, an unknown key, a value the field table refuses. Values that name
/// catalogue entries are checked against `catalogue` with the project's own models added.
[[nodiscard]] Expected<Project>
parseProject(std::string_view text, std::string_view fileName, const Catalogue& catalogue);

/// The file's text: keys in the order of the field table, so that a saved project is stable under
/// diff.
[[nodiscard]] std::string projectText(const Project& project);

/// `catalogue` with the project's own models.
[[nodiscard]] Catalogue withModels(Catalogue catalogue, const Project& project);

} // namespace roofplan

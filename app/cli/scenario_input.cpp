#include "app/cli/scenario_input.h"

#include "app/cli/console.h"
#include "core/interchange/hugging_face_config.h"
#include "core/project/project_file.h"
#include "core/scenario/field_table.h"

#include <algorithm>

namespace roofplan::cli {

namespace {

constexpr auto modelKey = "model";

bool looksLikePath(const std::string& text) {
    return text == "-" || text.find('/') != std::string::npos || text.ends_with(".json");
}

/// The flags in the order of the field table, a later one over an earlier one of the same key, and
/// the model they import.
struct Overrides {
    std::vector<FieldFlag> fields;
    std::optional<ModelEntry> model;
};

Expected<ImportedModel> importModel(const std::string& path) {
    if (path != "-") {
        return importHuggingFaceFile(path, path);
    }
    const auto text = readInput(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return importHuggingFaceConfig(*text, "stdin");
}

Expected<Overrides> overrides(const std::vector<FieldFlag>& flags) {
    Overrides ordered;
    for (const Field& field : fieldTable()) {
        const auto last = std::find_if(flags.rbegin(), flags.rend(), [&field](const auto& flag) {
            return flag.key == field.key;
        });
        if (last == flags.rend()) {
            continue;
        }
        FieldFlag flag = *last;
        if (flag.key == modelKey && looksLikePath(flag.text)) {
            auto model = importModel(flag.text);
            if (!model) {
                return tl::unexpected(model.error());
            }
            printMessages(model->assumptions);
            flag.text = model->entry.id;
            ordered.model = std::move(model->entry);
        }
        ordered.fields.push_back(std::move(flag));
    }
    return ordered;
}

/// `scenario` with all overrides, or every complaint about them.
Expected<Scenario>
overridden(Scenario scenario, const Overrides& overrides, const Catalogue& catalogue) {
    Diagnostics problems;
    for (const FieldFlag& flag : overrides.fields) {
        auto changed = withField(scenario, *findField(flag.key), flag.text, catalogue);
        if (changed) {
            scenario = std::move(*changed);
        } else {
            problems.insert(problems.end(), changed.error().begin(), changed.error().end());
        }
    }
    if (!problems.empty()) {
        return tl::unexpected(std::move(problems));
    }
    return scenario;
}

std::shared_ptr<const Catalogue> withImported(Catalogue catalogue, const Overrides& overrides) {
    return std::make_shared<const Catalogue>(
        overrides.model ? withModel(std::move(catalogue), *overrides.model) : std::move(catalogue));
}

Expected<std::vector<Question>> fromFlags(const Overrides& overrides, const Catalogue& catalogue) {
    const auto shared = withImported(catalogue, overrides);
    auto scenario = overridden(Scenario(), overrides, *shared);
    if (!scenario) {
        return tl::unexpected(scenario.error());
    }
    return std::vector<Question>{
        {.scenario = std::move(*scenario), .catalogue = shared, .problems = {}}};
}

Expected<Project> readProject(const std::string& file, const Catalogue& catalogue) {
    const auto text = readInput(file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const std::string name = file == "-" ? "stdin" : file;
    auto project = parseProject(*text, name, catalogue);
    if (project && project->scenarios.empty()) {
        return failure({.code = "project.no_scenario",
                        .place = name,
                        .text = {translatable("core", "The project holds no scenario."), {}},
                        .hint = {}});
    }
    return project;
}

} // namespace

Expected<std::vector<Question>> questions(const std::vector<std::string>& files,
                                          const std::vector<FieldFlag>& flags,
                                          const Catalogue& catalogue) {
    const auto changes = overrides(flags);
    if (!changes) {
        return tl::unexpected(changes.error());
    }
    if (files.empty()) {
        return fromFlags(*changes, catalogue);
    }
    std::vector<Question> all;
    for (const std::string& file : files) {
        const auto project = readProject(file, catalogue);
        if (!project) {
            all.push_back({.scenario = {}, .catalogue = {}, .problems = project.error()});
            continue;
        }
        const auto shared = withImported(withModels(catalogue, *project), *changes);
        for (const Scenario& scenario : project->scenarios) {
            auto changed = overridden(scenario, *changes, *shared);
            if (!changed) {
                return tl::unexpected(changed.error());
            }
            all.push_back({.scenario = std::move(*changed), .catalogue = shared, .problems = {}});
        }
    }
    return all;
}

} // namespace roofplan::cli

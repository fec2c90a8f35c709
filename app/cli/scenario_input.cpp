#include "app/cli/scenario_input.h"

#include "app/cli/console.h"
#include "app/cli/model_file.h"
#include "core/project/project_file.h"
#include "core/scenario/field_table.h"

#include <algorithm>
#include <utility>

namespace roofplan::cli {

namespace {

constexpr auto modelKey = "model";

/// The flags in the order of the field table, a later one over an earlier one of the same key, and
/// the model they import.
struct Overrides {
    std::vector<FieldFlag> fields;
    std::optional<ModelEntry> model;
    std::string modelFile;
    Diagnostics assumptions; ///< of the import
};

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
            ordered.modelFile = std::exchange(flag.text, model->entry.id);
            ordered.model = std::move(model->entry);
            ordered.assumptions = std::move(model->assumptions);
        }
        ordered.fields.push_back(std::move(flag));
    }
    return ordered;
}

bool isSet(const Overrides& overrides, std::string_view key) {
    return std::ranges::find(overrides.fields, key, &FieldFlag::key) != overrides.fields.end();
}

/// That a custom cluster is not counted in instances, which would leave it at GPUs nobody meant.
Diagnostic countedInInstances(const Cluster& cluster) {
    const std::string nodes = std::to_string(cluster.instances);
    const std::string gpus = std::to_string(cluster.instances * cluster.custom.gpusPerNode);
    return {.code = "cluster.instances_of_custom",
            .place = "instances",
            .text = {translatable("core", "found {0}, but a custom cluster has no instances: its "
                                          "size is given in GPUs, by --gpus."),
                     {nodes}},
            .hint = {translatable("core", "{0} nodes of {1} GPUs: --gpus {2}"),
                     {nodes, std::to_string(cluster.custom.gpusPerNode), gpus}}};
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
    if (problems.empty() && scenario.cluster.isCustom() && isSet(overrides, "instances")) {
        problems.push_back(countedInInstances(scenario.cluster));
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

Question question(Scenario scenario,
                  std::shared_ptr<const Catalogue> catalogue,
                  const Overrides& overrides) {
    return {.scenario = std::move(scenario),
            .catalogue = std::move(catalogue),
            .modelFile = overrides.modelFile,
            .assumptions = overrides.assumptions,
            .problems = {}};
}

Expected<std::vector<Question>> fromFlags(const Overrides& overrides, const Catalogue& catalogue) {
    const auto shared = withImported(catalogue, overrides);
    auto scenario = overridden(Scenario(), overrides, *shared);
    if (!scenario) {
        return tl::unexpected(scenario.error());
    }
    return std::vector<Question>{question(std::move(*scenario), shared, overrides)};
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
    printMessages(changes->assumptions);
    if (files.empty()) {
        return fromFlags(*changes, catalogue);
    }
    std::vector<Question> all;
    for (const std::string& file : files) {
        const auto project = readProject(file, catalogue);
        if (!project) {
            Question unread;
            unread.problems = project.error();
            all.push_back(std::move(unread));
            continue;
        }
        const auto shared = withImported(withModels(catalogue, *project), *changes);
        for (const Scenario& scenario : project->scenarios) {
            auto changed = overridden(scenario, *changes, *shared);
            if (!changed) {
                return tl::unexpected(changed.error());
            }
            all.push_back(question(std::move(*changed), shared, *changes));
        }
    }
    return all;
}

} // namespace roofplan::cli

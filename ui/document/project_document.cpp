#include "ui/document/project_document.h"

#include "core/base/text_file.h"
#include "core/interchange/hugging_face_config.h"
#include "ui/document/scenario_commands.h"
#include "ui/style/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <filesystem>
#include <utility>

namespace roofplan::ui {
namespace {

Project blankProject() {
    Project project;
    project.scenarios.emplace_back();
    return project;
}

std::filesystem::path nativePath(const QString& path) {
    return {QFile::encodeName(path).toStdString()};
}

std::string shownName(const QString& path) {
    return QFileInfo(path).fileName().toStdString();
}

Diagnostic saveFailure(const QString& path, const QString& reason) {
    return {Severity::Error,
            "file.unwritable",
            path.toStdString(),
            {translatable("core", "{0} could not be written: {1}"),
             {QDir::toNativeSeparators(path).toStdString(), reason.toStdString()}},
            {}};
}

} // namespace

ProjectDocument::ProjectDocument(Catalogue catalogue, QObject* parent)
    : QObject(parent),
      m_shipped(std::make_shared<const Catalogue>(std::move(catalogue))),
      m_catalogue(m_shipped),
      m_project(blankProject()) {}

const Scenario& ProjectDocument::scenario() const {
    return m_preview ? *m_preview : m_project.scenarios.front();
}

bool ProjectDocument::isBlank() const {
    return scenario().cluster.instance.empty() || scenario().workload.model.empty();
}

void ProjectDocument::setCatalogue(std::shared_ptr<const Catalogue> shipped) {
    m_shipped = std::move(shipped);
    joinModels();
    Q_EMIT catalogueChanged();
    Q_EMIT scenarioChanged();
}

void ProjectDocument::startNew() {
    start(blankProject(), {});
}

Diagnostics ProjectDocument::open(const QString& path) {
    Expected<Project> project = read(path);
    if (!project) {
        return project.error();
    }
    start(std::move(*project), path);
    return {};
}

Diagnostics ProjectDocument::openExample(const QString& path) {
    Expected<Project> project = read(path);
    if (!project) {
        return project.error();
    }
    start(std::move(*project), {});
    return {};
}

Diagnostics ProjectDocument::save(const QString& path) {
    QSaveFile file(path);
    const std::string text = projectText(m_project);
    const auto size = static_cast<qint64>(text.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size ||
        !file.commit()) {
        return {saveFailure(path, file.errorString())};
    }
    m_filePath = path;
    m_undoStack.setClean();
    Q_EMIT fileChanged();
    return {};
}

Diagnostics ProjectDocument::preview(const Field& field, const QString& text) {
    Expected<Scenario> changed =
        withField(m_project.scenarios.front(), field, text.toStdString(), *m_catalogue);
    if (!changed) {
        dropPreview();
        return changed.error();
    }
    if (*changed != scenario()) {
        m_preview = std::move(*changed);
        Q_EMIT scenarioChanged();
    }
    return {};
}

void ProjectDocument::dropPreview() {
    if (m_preview) {
        m_preview.reset();
        Q_EMIT scenarioChanged();
    }
}

Diagnostics ProjectDocument::commit(const Field& field, const QString& text) {
    Expected<Scenario> changed =
        withField(m_project.scenarios.front(), field, text.toStdString(), *m_catalogue);
    if (!changed) {
        dropPreview();
        return changed.error();
    }
    Project project = m_project;
    project.scenarios.front() = std::move(*changed);
    push(std::move(project), translated(field.label));
    return {};
}

void ProjectDocument::rename(const QString& name) {
    Project project = m_project;
    project.scenarios.front().name = name.toStdString();
    push(std::move(project), tr("name"));
}

Diagnostics ProjectDocument::apply(const std::vector<FieldChange>& changes) {
    Project project = m_project;
    QStringList labels;
    for (const FieldChange& change : changes) {
        const Field* field = findField(change.key);
        if (field == nullptr) {
            continue;
        }
        Expected<Scenario> changed =
            withField(project.scenarios.front(), *field, change.to, *m_catalogue);
        if (!changed) {
            return changed.error();
        }
        project.scenarios.front() = std::move(*changed);
        labels << translated(field->label);
    }
    push(std::move(project), labels.join(QStringLiteral(", ")));
    return {};
}

Diagnostics ProjectDocument::importModel(const QString& path) {
    Expected<ImportedModel> imported = importHuggingFaceFile(nativePath(path), shownName(path));
    if (!imported) {
        return imported.error();
    }
    ModelEntry& model = imported->entry;
    Project project = m_project;
    const QString name = QString::fromStdString(model.transformer.name);
    project.scenarios.front().workload.model = model.id;
    std::erase_if(project.models, [&](const ModelEntry& entry) { return entry.id == model.id; });
    project.models.push_back(std::move(model));
    push(std::move(project), tr("import of %1").arg(name));
    return std::move(imported->assumptions);
}

void ProjectDocument::replace(const Project& project) {
    m_preview.reset();
    setProject(project);
    Q_EMIT scenarioChanged();
}

Expected<Project> ProjectDocument::read(const QString& path) const {
    const Expected<std::string> text = readTextFile(nativePath(path));
    if (!text) {
        return tl::unexpected(text.error());
    }
    Expected<Project> project = parseProject(*text, shownName(path), *m_shipped);
    if (project && project->scenarios.empty()) {
        project->scenarios.emplace_back();
    }
    return project;
}

void ProjectDocument::start(Project project, const QString& path) {
    m_preview.reset();
    m_undoStack.clear();
    m_filePath = path;
    setProject(std::move(project));
    Q_EMIT projectReplaced();
    Q_EMIT fileChanged();
    Q_EMIT scenarioChanged();
}

void ProjectDocument::push(Project project, const QString& text) {
    if (project == m_project) {
        dropPreview();
        return;
    }
    m_preview.reset();
    m_undoStack.push(new EditCommand(*this, m_project, std::move(project), text));
}

void ProjectDocument::setProject(Project project) {
    const bool sameModels = project.models == m_project.models;
    m_project = std::move(project);
    if (!sameModels) {
        joinModels();
        Q_EMIT catalogueChanged();
    }
}

void ProjectDocument::joinModels() {
    m_catalogue = m_project.models.empty()
                      ? m_shipped
                      : std::make_shared<const Catalogue>(withModels(*m_shipped, m_project));
}

} // namespace roofplan::ui

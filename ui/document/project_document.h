// The open project: the only place where a scenario changes. Every edit is one command on the undo
// stack; what is being typed is a preview that no command holds yet.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/project/project_file.h"
#include "core/result/result.h"
#include "core/scenario/field_table.h"

#include <QObject>
#include <QUndoStack>

#include <memory>
#include <optional>

namespace roofplan::ui {

class ProjectDocument : public QObject {
    Q_OBJECT

public:
    /// An empty project over the shipped catalogue.
    explicit ProjectDocument(Catalogue catalogue, QObject* parent = nullptr);

    [[nodiscard]] const Project& project() const { return m_project; }

    /// The scenario as edited, with what is being typed.
    [[nodiscard]] const Scenario& scenario() const;

    /// True while `scenario()` holds what is being typed.
    [[nodiscard]] bool isPreviewing() const { return m_preview.has_value(); }

    /// True while no instance type or no model has been chosen.
    [[nodiscard]] bool isBlank() const;

    /// The shipped catalogue with the project's own models.
    [[nodiscard]] const std::shared_ptr<const Catalogue>& catalogue() const { return m_catalogue; }

    /// Puts another shipped catalogue in place. The project stays, with its own models; what it
    /// names and the catalogue no longer has is a finding of the next evaluation.
    void setCatalogue(std::shared_ptr<const Catalogue> shipped);

    [[nodiscard]] QUndoStack& undoStack() { return m_undoStack; }

    /// Where the project was read from or written to; empty for a new one and for an example.
    [[nodiscard]] const QString& filePath() const { return m_filePath; }

    [[nodiscard]] bool isModified() const { return !m_undoStack.isClean(); }

    void startNew();

    /// Empty on success; on failure the open project stays as it is.
    [[nodiscard]] Diagnostics open(const QString& path);

    /// Opens a copy without a file name: saving it asks where.
    [[nodiscard]] Diagnostics openExample(const QString& path);

    [[nodiscard]] Diagnostics save(const QString& path);

    /// Shows `text` in `field` without keeping it. A refused text leaves the scenario as it was.
    [[nodiscard]] Diagnostics preview(const Field& field, const QString& text);

    void dropPreview();

    /// Keeps `text` in `field`: one command, or none where nothing changes.
    [[nodiscard]] Diagnostics commit(const Field& field, const QString& text);

    /// Names the scenario: one command, or none where it is called so already.
    void rename(const QString& name);

    /// Several fields at once as one command: all of them or none.
    [[nodiscard]] Diagnostics apply(const std::vector<FieldChange>& changes);

    /// Reads a Hugging Face config.json into the project and chooses it: one command. Without an
    /// error among the findings it has, and they say what was assumed of the model.
    [[nodiscard]] Diagnostics importModel(const QString& path);

    /// For the commands: puts a state in place and tells everybody.
    void replace(const Project& project);

Q_SIGNALS:
    void catalogueChanged(); ///< scenarioChanged follows
    void scenarioChanged();
    void projectReplaced(); ///< opened or new: nothing of the one before holds any more
    void fileChanged();     ///< another project, another path

private:
    [[nodiscard]] Expected<Project> read(const QString& path) const;
    void start(Project project, const QString& path);
    void push(Project project, const QString& text);
    void setProject(Project project);
    void joinModels();

    std::shared_ptr<const Catalogue> m_shipped;
    std::shared_ptr<const Catalogue> m_catalogue;
    Project m_project;
    std::optional<Scenario> m_preview;
    QUndoStack m_undoStack;
    QString m_filePath;
};

} // namespace roofplan::ui

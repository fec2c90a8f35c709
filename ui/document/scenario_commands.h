// The undo command of every edit: the project before and after.
#pragma once

#include "core/project/project_file.h"

#include <QUndoCommand>

namespace roofplan::ui {

class ProjectDocument;

class EditCommand : public QUndoCommand {
public:
    EditCommand(ProjectDocument& document, Project before, Project after, const QString& text);

    void undo() override;
    void redo() override;

private:
    ProjectDocument& m_document;
    Project m_before;
    Project m_after;
};

} // namespace roofplan::ui

#include "ui/document/scenario_commands.h"

#include "ui/document/project_document.h"

#include <utility>

namespace roofplan::ui {

EditCommand::EditCommand(ProjectDocument& document,
                         Project before,
                         Project after,
                         const QString& text)
    : QUndoCommand(text),
      m_document(document),
      m_before(std::move(before)),
      m_after(std::move(after)) {}

void EditCommand::undo() {
    m_document.replace(m_before);
}

void EditCommand::redo() {
    m_document.replace(m_after);
}

} // namespace roofplan::ui

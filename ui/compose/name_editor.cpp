#include "ui/compose/name_editor.h"

#include <QKeyEvent>

namespace roofplan::ui {

NameEditor::NameEditor(QWidget* parent) : QLineEdit(parent) {
    setObjectName(QStringLiteral("scenarioName"));
    setAccessibleName(tr("Name of the scenario"));
    setPlaceholderText(tr("Name of the scenario"));
    setToolTip(tr("What this scenario is called in the title and in reports"));
    setAcceptDrops(false); // files dropped here are meant for the window
    setMaxLength(200);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (isModified()) {
            setModified(false);
            Q_EMIT entered(text().simplified());
        }
    });
}

void NameEditor::showName(const QString& name) {
    m_name = name;
    if (text() != name) {
        setText(name);
        setCursorPosition(0);
    }
    setModified(false);
}

bool NameEditor::event(QEvent* event) {
    // Once a name is kept, undo means the last edit of the project, not of the text.
    if (event->type() == QEvent::ShortcutOverride && !isModified()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void NameEditor::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && isModified()) {
        showName(m_name);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace roofplan::ui

#include "ui/shell/file_actions.h"

#include "ui/document/project_document.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <utility>

namespace roofplan::ui {
namespace {

const QString suffix = QStringLiteral("roofplan");

QString projectFilter() {
    return FileActions::tr("Roofplan projects (*.roofplan)");
}

QString shortName(const QString& path) {
    return QFileInfo(path).fileName();
}

} // namespace

FileActions::FileActions(ProjectDocument& document, QString examplePath, QWidget& window)
    : QObject(&window),
      m_document(document),
      m_examplePath(std::move(examplePath)),
      m_window(window) {}

void FileActions::startNew() {
    if (mayDiscard()) {
        m_document.startNew();
        Q_EMIT succeeded();
    }
}

void FileActions::open() {
    if (!mayDiscard()) {
        return;
    }
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open a project"),
                                                      m_document.filePath(), projectFilter());
    if (!path.isEmpty()) {
        report(tr("%1 could not be opened.").arg(shortName(path)), m_document.open(path));
    }
}

void FileActions::openPath(const QString& path) {
    if (mayDiscard()) {
        report(tr("%1 could not be opened.").arg(shortName(path)), m_document.open(path));
    }
}

void FileActions::openExample() {
    if (mayDiscard()) {
        report(tr("The worked example could not be opened."),
               m_document.openExample(m_examplePath));
    }
}

bool FileActions::save() {
    finishTyping();
    return m_document.filePath().isEmpty() ? saveAs() : saveTo(m_document.filePath());
}

bool FileActions::saveAs() {
    finishTyping();
    QFileDialog dialog(&m_window, tr("Save the project"), QString(), projectFilter());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    dialog.selectFile(m_document.filePath().isEmpty() ? tr("untitled.roofplan")
                                                      : m_document.filePath());
    return dialog.exec() == QDialog::Accepted && saveTo(dialog.selectedFiles().constFirst());
}

void FileActions::importModel() {
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Import a model"), QString(),
                                                      tr("Hugging Face config (*.json)"));
    if (!path.isEmpty()) {
        importPath(path);
    }
}

void FileActions::take(const QString& path) {
    if (QFileInfo(path).suffix().compare(suffix, Qt::CaseInsensitive) == 0) {
        openPath(path);
    } else {
        importPath(path);
    }
}

bool FileActions::mayDiscard() {
    finishTyping();
    if (!m_document.isModified()) {
        return true;
    }
    const auto answer = QMessageBox::question(
        &m_window, tr("Unsaved changes"),
        tr("The project has changes that are not saved. Save them?"),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save) {
        return save();
    }
    return answer == QMessageBox::Discard;
}

/// A text that is still being typed counts as entered.
void FileActions::finishTyping() {
    if (QWidget* focus = m_window.focusWidget(); focus != nullptr) {
        focus->clearFocus();
        focus->setFocus();
    }
}

bool FileActions::saveTo(const QString& path) {
    const Diagnostics findings = m_document.save(path);
    report(tr("%1 could not be saved.").arg(shortName(path)), findings);
    return findings.empty();
}

void FileActions::importPath(const QString& path) {
    finishTyping();
    const Diagnostics findings = m_document.importModel(path);
    if (findings.empty() || hasErrors(findings)) {
        report(tr("%1 could not be imported.").arg(shortName(path)), findings);
    } else {
        Q_EMIT imported(tr("%1 is imported. What it leaves open:").arg(shortName(path)), findings);
    }
}

void FileActions::report(const QString& headline, const Diagnostics& findings) {
    if (findings.empty()) {
        Q_EMIT succeeded();
    } else {
        Q_EMIT failed(headline, findings);
    }
}

} // namespace roofplan::ui

// Opening, saving and importing with the questions they need. Nothing unsaved is lost unasked.
#pragma once

#include "core/base/diagnostic.h"

#include <QObject>

class QWidget;

namespace roofplan::ui {

class ProjectDocument;

class FileActions : public QObject {
    Q_OBJECT

public:
    /// `examplePath` is the worked example that a blank project offers.
    FileActions(ProjectDocument& document, QString examplePath, QWidget& window);

    void startNew();
    void open();
    void openPath(const QString& path);
    void openExample();
    bool save();
    bool saveAs();
    void importModel();

    /// A file dropped on the window: a project or a config.json, told by its name.
    void take(const QString& path);

    /// Asks about unsaved changes; false when the person wants to stay.
    [[nodiscard]] bool mayDiscard();

Q_SIGNALS:
    void failed(const QString& headline, const roofplan::Diagnostics& findings);
    void imported(const QString& headline, const roofplan::Diagnostics& assumptions);
    void succeeded();

private:
    void finishTyping();
    bool saveTo(const QString& path);
    void importPath(const QString& path);
    void report(const QString& headline, const Diagnostics& findings);

    ProjectDocument& m_document;
    QString m_examplePath;
    QWidget& m_window;
};

} // namespace roofplan::ui

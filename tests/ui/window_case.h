// What the tests of the window share: a private place for settings, the example's document, a
// theme.
#pragma once

#include "tests/support/shipped.h"
#include "ui/document/project_document.h"
#include "ui/shell/theme_controller.h"

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <clocale>

namespace roofplan::test {

inline QString examplePath() {
    return QStringLiteral(ROOFPLAN_SOURCE_DIR "/resources/examples/llama-3.1-70b-64xp5en.roofplan");
}

/// Settings in a folder of this test alone.
class PrivateSettings {
public:
    PrivateSettings() {
        std::setlocale(LC_NUMERIC, "C");
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Roofplan"));
        QCoreApplication::setApplicationName(QStringLiteral("RoofplanTest"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

inline void writeFile(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("cannot write a test file");
    }
}

inline QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace roofplan::test

// A copy of the shipped catalogue that a test may damage, with a folder of the user's own beside
// it.
#pragma once

#include "core/catalogue/catalogue_loader.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace roofplan::test {

inline QString text(const char* utf8) {
    return QString::fromUtf8(utf8);
}

class CatalogueCopy {
public:
    CatalogueCopy() {
        std::filesystem::copy(ROOFPLAN_SPECS_DIR, specs(),
                              std::filesystem::copy_options::recursive);
    }

    [[nodiscard]] std::filesystem::path specs() const { return root() / "specs"; }

    [[nodiscard]] std::filesystem::path own() const { return root() / "own"; }

    /// The path of "gpus/h100-sxm.json", or of "own/gpus/h100-sxm.json".
    [[nodiscard]] QString path(const QString& file) const {
        return m_folder.filePath(
            file.startsWith(QLatin1String("own/")) ? file : QStringLiteral("specs/") + file);
    }

    /// Puts `after` where `before` stands first in the file.
    [[nodiscard]] bool
    replace(const QString& file, const QByteArray& before, const QByteArray& after) {
        QByteArray content = read(file);
        const auto at = content.indexOf(before);
        if (at < 0) {
            return false;
        }
        content.replace(at, before.size(), after);
        return write(file, content);
    }

    [[nodiscard]] QByteArray read(const QString& file) const {
        QFile input(path(file));
        return input.open(QIODevice::ReadOnly) ? input.readAll() : QByteArray();
    }

    [[nodiscard]] bool write(const QString& file, const QByteArray& content) {
        QFile output(path(file));
        return QDir().mkpath(QFileInfo(output).path()) && output.open(QIODevice::WriteOnly) &&
               output.write(content) == content.size();
    }

    [[nodiscard]] bool remove(const QString& file) { return QFile::remove(path(file)); }

    /// Takes all entries away but these; a small catalogue loads quickly. False when it does not.
    [[nodiscard]] bool keepOnly(std::span<const char* const> files) {
        std::map<QString, QByteArray> kept;
        for (const char* const file : files) {
            kept[text(file)] = read(text(file));
        }
        for (const auto& entry : std::filesystem::directory_iterator(specs())) {
            if (entry.is_directory() && entry.path().filename() != "schema") {
                std::filesystem::remove_all(entry.path());
            }
        }
        for (const auto& [file, content] : kept) {
            (void)write(file, content);
        }
        return load().whole();
    }

    [[nodiscard]] LoadedCatalogue load() const { return loadCatalogue(specs(), own()); }

private:
    [[nodiscard]] std::filesystem::path root() const { return m_folder.path().toStdString(); }

    QTemporaryDir m_folder;
};

inline const char* allLines(const Diagnostics& findings) {
    static std::string line;
    line.clear();
    for (const Diagnostic& finding : findings) {
        line += plainLine(finding) + "\n";
    }
    return line.c_str();
}

/// What is wrong, without what is left out in consequence.
inline Diagnostics causes(const LoadedCatalogue& loaded) {
    Diagnostics findings = loaded.findings;
    std::erase_if(findings, [](const Diagnostic& d) { return d.code == "spec.left_out"; });
    return findings;
}

/// The finding at `place`, or null.
inline const Diagnostic* findingAt(const Diagnostics& findings, const std::string& place) {
    const auto found = std::ranges::find(findings, place, &Diagnostic::place);
    return found == findings.end() ? nullptr : &*found;
}

} // namespace roofplan::test

// roofplan: the window.
#include "app/paths.h"
#include "core/catalogue/catalogue_loader.h"
#include "ui/document/catalogue_store.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/theme_controller.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QMessageBox>
#include <QTimer>

#include <clocale>
#include <cstdio>
#include <optional>
#include <string>

namespace {

using namespace roofplan;

constexpr int exitFailed = 1;
constexpr int exitWrongUsage = 2;
constexpr auto exampleName = "llama-3.1-70b-64xp5en.roofplan";

struct Options {
    QString file;
    QString specs;
    std::optional<std::string> ownSpecs; ///< empty text: none
    QString screenshot;
    QString theme;
    QSize size;
};

void printTo(std::FILE* stream, const QString& text) {
    std::fputs((text + QLatin1Char('\n')).toLocal8Bit().constData(), stream);
}

/// Exits for --help, --version and a wrong command line.
Options readCommandLine(const QCoreApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Plans, prices and explains GPU clusters."));
    const auto help = parser.addHelpOption();
    const auto version = parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        QCoreApplication::translate("main", "Project to open; the worked example without one."),
        QStringLiteral("[FILE]"));
    const QCommandLineOption specs(QStringLiteral("specs"),
                                   QCoreApplication::translate("main", "Folder of the catalogue."),
                                   QStringLiteral("DIR"));
    const QCommandLineOption ownSpecs(
        QStringLiteral("own-specs"),
        QCoreApplication::translate("main", "Folder of your own figures; '' for none."),
        QStringLiteral("DIR"));
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        QCoreApplication::translate("main", "Save a picture of the window and leave."),
        QStringLiteral("FILE"));
    const QCommandLineOption size(
        QStringLiteral("size"),
        QCoreApplication::translate("main", "Size of the window, such as 1366x768."),
        QStringLiteral("WxH"));
    const QCommandLineOption theme(
        QStringLiteral("theme"),
        QCoreApplication::translate("main", "system, light or dark, for this run."),
        QStringLiteral("THEME"));
    parser.addOptions({specs, ownSpecs, screenshot, size, theme});
    const bool read = parser.parse(QCoreApplication::arguments());
    if (read && parser.isSet(help)) {
        printTo(stdout, parser.helpText());
        std::exit(0);
    }
    if (read && parser.isSet(version)) {
        printTo(stdout, QStringLiteral("roofplan ") + application.applicationVersion());
        std::exit(0);
    }
    Options options{.file = parser.positionalArguments().value(0),
                    .specs = parser.value(specs),
                    .ownSpecs = {},
                    .screenshot = parser.value(screenshot),
                    .theme = parser.value(theme),
                    .size = {}};
    if (parser.isSet(ownSpecs)) {
        options.ownSpecs = QFile::encodeName(parser.value(ownSpecs)).toStdString();
    }
    const QStringList sides = parser.value(size).split(QLatin1Char('x'));
    const bool goodSize =
        !parser.isSet(size) || (sides.size() == 2 && sides[0].toInt() > 0 && sides[1].toInt() > 0);
    const bool goodTheme = QStringList({QString(), QStringLiteral("system"),
                                        QStringLiteral("light"), QStringLiteral("dark")})
                               .contains(options.theme);
    if (!read || !goodSize || !goodTheme || parser.positionalArguments().size() > 1) {
        printTo(stderr,
                read ? QCoreApplication::translate("main", "wrong arguments; see roofplan --help")
                     : parser.errorText());
        std::exit(exitWrongUsage);
    }
    if (parser.isSet(size)) {
        options.size = {sides[0].toInt(), sides[1].toInt()};
    }
    return options;
}

QString findingLines(const Diagnostics& findings) {
    QString lines;
    for (const Diagnostic& finding : findings) {
        lines += QString::fromStdString(plainLine(finding)) + QLatin1Char('\n');
    }
    return lines.trimmed();
}

/// On stderr; the window lists them too.
void printFindings(const Diagnostics& findings) {
    if (!findings.empty()) {
        printTo(stderr, findingLines(findings));
    }
}

/// Where there is nothing that a window could show.
void showNoCatalogue(const Diagnostics& findings) {
    QMessageBox box(QMessageBox::Warning, QCoreApplication::translate("main", "Roofplan"),
                    QCoreApplication::translate("main", "The catalogue could not be loaded."));
    constexpr int mostShown = 1500;
    box.setInformativeText(findingLines(findings).left(mostShown));
    box.exec();
}

/// Whether nobody is there to close a box: no screen, or a picture that is taken and left with.
bool isUnattended(const Options& options) {
    const QString platform = QGuiApplication::platformName();
    return !options.screenshot.isEmpty() || platform == QStringLiteral("offscreen") ||
           platform == QStringLiteral("minimal");
}

void applyThemeOption(ui::ThemeController& themes, const QString& theme) {
    themes.restore();
    if (theme == QStringLiteral("light")) {
        themes.show(ui::ThemeChoice::Light);
    } else if (theme == QStringLiteral("dark")) {
        themes.show(ui::ThemeChoice::Dark);
    } else if (theme == QStringLiteral("system")) {
        themes.show(ui::ThemeChoice::System);
    }
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setOrganizationName(QStringLiteral("Roofplan"));
    QApplication::setApplicationName(QStringLiteral("Roofplan"));
    QApplication::setApplicationVersion(QStringLiteral(ROOFPLAN_VERSION));
    const Options options = readCommandLine(application);

    ui::ThemeController themes(application);
    applyThemeOption(themes, options.theme);

    const std::filesystem::path here =
        QFile::encodeName(QApplication::applicationDirPath()).toStdString();
    const std::filesystem::path specs =
        specsFolder(QFile::encodeName(options.specs).toStdString(), here);
    const std::filesystem::path own = ownSpecsFolder(options.ownSpecs);
    LoadedCatalogue loaded = loadCatalogue(specs, own);
    printFindings(loaded.findings);
    if (loaded.catalogue.models.empty()) {
        if (!isUnattended(options)) {
            showNoCatalogue(loaded.findings);
        }
        return exitFailed;
    }

    const QString example =
        QFile::decodeName((examplesFolder(here) / exampleName).string().c_str());
    ui::CatalogueStore store({.shipped = specs, .own = own}, std::move(loaded));
    ui::MainWindow window(store, example, themes);
    if (options.file.isEmpty()) {
        window.files().openExample();
    } else {
        window.files().openPath(options.file);
    }
    if (options.size.isValid()) {
        window.resize(options.size);
    }
    window.show();
    if (!options.screenshot.isEmpty()) {
        bool saved = false;
        QTimer::singleShot(400, &window, [&] {
            saved = window.grab().save(options.screenshot);
            QApplication::exit(saved ? 0 : exitFailed);
        });
    }
    return QApplication::exec();
}

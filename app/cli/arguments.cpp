#include "app/cli/arguments.h"

#include "app/cli/console.h"
#include "app/paths.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/scenario/nearest_word.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace roofplan::cli {

namespace {

constexpr auto specsFlag = "specs";
constexpr auto ownSpecsFlag = "own-specs";
constexpr auto helpFlag = "help";

std::string helpText(const QCommandLineParser& parser, const Usage& usage) {
    const QString all = parser.helpText();
    const qsizetype options = all.indexOf(QStringLiteral("\nOptions:"));
    return std::string("Usage: roofplan-cli ") + usage.line + "\n" + usage.words + "\n" +
           all.mid(std::max<qsizetype>(options, 0)).toStdString();
}

/// The names of all flags, read off the parser's own help so that none can be missing.
std::vector<std::string> flagNames(const QCommandLineParser& parser) {
    static const QRegularExpression flag(QStringLiteral("--[a-z0-9-]+"));
    std::vector<std::string> names;
    for (auto match = flag.globalMatch(parser.helpText()); match.hasNext();) {
        names.push_back(match.next().captured().toStdString());
    }
    return names;
}

/// What every verb understands.
void addCommonFlags(QCommandLineParser& parser) {
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.addOption(
        {{QStringLiteral("h"), QString::fromLatin1(helpFlag)}, QStringLiteral("Show this help.")});
    parser.addOption({QString::fromLatin1(specsFlag),
                      QStringLiteral("Folder of specs in place of the shipped one."),
                      QStringLiteral("DIR")});
    parser.addOption(
        {QString::fromLatin1(ownSpecsFlag),
         QStringLiteral("Folder of your own specs, read over the shipped ones; '' for none. "
                        "Default: $ROOFPLAN_OWN_SPECS, or roofplan/specs in your configuration."),
         QStringLiteral("DIR")});
}

} // namespace

std::optional<int>
parseArguments(QCommandLineParser& parser, const QStringList& arguments, const Usage& usage) {
    addCommonFlags(parser);
    const bool understood = parser.parse(arguments);
    if (parser.isSet(QString::fromLatin1(helpFlag))) {
        printResult(helpText(parser, usage));
        return exitFine;
    }
    if (understood) {
        return std::nullopt;
    }
    const std::vector<std::string> names = flagNames(parser);
    for (const QString& unknown : parser.unknownOptionNames()) {
        const std::string flag = "--" + unknown.toStdString();
        printMessage("roofplan-cli: there is no flag " + flag + didYouMean(flag, names));
    }
    if (parser.unknownOptionNames().isEmpty()) {
        printMessage("roofplan-cli: " + parser.errorText().toStdString());
    }
    printMessage(std::string("Usage: roofplan-cli ") + usage.line);
    return exitWrongUsage;
}

SpecFolders specFolders(const QCommandLineParser& parser) {
    const std::filesystem::path executable = QCoreApplication::applicationDirPath().toStdString();
    const QString ownFlag = QString::fromLatin1(ownSpecsFlag);
    const bool named = parser.isSet(ownFlag);
    const auto given = named ? std::optional(parser.value(ownFlag).toStdString()) : std::nullopt;
    return {.shipped =
                specsFolder(parser.value(QString::fromLatin1(specsFlag)).toStdString(), executable)
                    .string(),
            .own = ownSpecsFolder(given).string(),
            .ownNamed = named};
}

Catalogue loadedCatalogue(const SpecFolders& folders) {
    std::error_code error;
    if (folders.ownNamed && !folders.own.empty() && !std::filesystem::exists(folders.own, error)) {
        printMessage("roofplan-cli: warning: there is no folder " + folders.own +
                     "; nothing of your own is used");
    }
    LoadedCatalogue loaded = loadCatalogue(folders.shipped, folders.own);
    printMessages(loaded.findings);
    return std::move(loaded.catalogue);
}

std::optional<SpecFolders> specsForHelp(QCommandLineParser& parser, const QStringList& arguments) {
    addCommonFlags(parser);
    (void)parser.parse(arguments);
    return parser.isSet(QString::fromLatin1(helpFlag)) ? std::optional(specFolders(parser))
                                                       : std::nullopt;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates) {
    const std::string near = nearestWords(word, candidates);
    return near.empty() ? std::string() : "; did you mean " + near + "?";
}

Catalogue catalogueForHelp(const QStringList& arguments,
                           void (*addFlags)(QCommandLineParser& parser,
                                            const Catalogue& catalogue)) {
    QCommandLineParser parser;
    addFlags(parser, Catalogue());
    const std::optional<SpecFolders> specs = specsForHelp(parser, arguments);
    return specs ? loadCatalogue(specs->shipped, specs->own).catalogue : Catalogue();
}

std::vector<std::string> fileNames(const QCommandLineParser& parser) {
    std::vector<std::string> files;
    for (const QString& file : parser.positionalArguments()) {
        files.push_back(file.toStdString());
    }
    return files;
}

} // namespace roofplan::cli

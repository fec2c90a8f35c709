// roofplan-cli fidelity: predicted against measured.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/measured_rows.h"
#include "core/base/text_file.h"
#include "core/calibration/fidelity_plot.h"
#include "core/calibration/fidelity_report.h"
#include "core/calibration/score_rows.h"
#include "core/report/report_json.h"

#include <QCommandLineParser>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <set>
#include <vector>

namespace roofplan::cli {

namespace {

namespace fs = std::filesystem;

constexpr Usage usage{
    "fidelity [options] [FILE…]",
    "Compares what the model predicts with what was measured: errors over all and by family, GPU,\n"
    "precision, dense or mixture of experts, scale and operator, averaged inside near-repeats "
    "first,\n"
    "then inside a family, then over families. Rows of tier A and B are scored. A bias above 0\n"
    "says that predicted times are too long.\n"
    "FILE is a list of measured rows of one kind (- is stdin): training, inference, collectives,\n"
    "gemm or storage; the shipped ones, measurements/ of the specs, where none is named.\n"
    "A row that is not sound is named and skipped; the exit code is then 1."};

constexpr const char* svgFlag = "svg";
constexpr const char* listFlag = "list";
constexpr const char* jsonFlag = "json";

void addFlags(QCommandLineParser& parser) {
    parser.addOption(
        {QString::fromLatin1(jsonFlag),
         QStringLiteral("Print JSON: an object, or a list of them for several files.")});
    parser.addOption({QString::fromLatin1(listFlag),
                      QStringLiteral("Also print each row, predicted and measured.")});
    parser.addOption({QString::fromLatin1(svgFlag),
                      QStringLiteral("Draw predicted against measured into FILE; for several "
                                     "files one each, FILE-KIND.svg."),
                      QStringLiteral("FILE")});
}

std::vector<std::string> filesOf(const QCommandLineParser& parser, const SpecFolders& folders) {
    std::vector<std::string> files;
    for (const QString& file : parser.positionalArguments()) {
        files.push_back(file.toStdString());
    }
    if (files.empty()) {
        for (const MeasurementKind kind :
             {MeasurementKind::Training, MeasurementKind::Gemm, MeasurementKind::Collectives,
              MeasurementKind::Inference, MeasurementKind::Storage}) {
            files.push_back((fs::path(folders.shipped) / "measurements" /
                             (std::string(measurementKindName(kind)) + ".json"))
                                .string());
        }
    }
    return files;
}

/// "plot.svg" with what tells the plots of several files apart, "plot-gemm.svg".
std::string plotName(const std::string& given, const std::string& part) {
    const fs::path path(given);
    return (path.parent_path() / (path.stem().string() + "-" + part + path.extension().string()))
        .string();
}

/// Writes the plots; false, with messages, where one could not be written.
bool writePlots(const std::vector<FidelityReport>& reports, const std::string& file) {
    bool written = true;
    std::set<std::string> names;
    for (const FidelityReport& report : reports) {
        std::string part = report.kind;
        for (int copy = 2; !names.insert(part).second; ++copy) {
            part = report.kind + "-" + std::to_string(copy);
        }
        const auto done =
            writeTextFile(reports.size() == 1 ? file : plotName(file, part), fidelitySvg(report));
        if (!done) {
            printMessages(done.error());
            written = false;
        }
    }
    return written;
}

void printJson(const std::vector<FidelityReport>& reports, bool oneFile) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const FidelityReport& report : reports) {
        all.push_back(fidelityJson(report));
    }
    printResult(jsonText(oneFile && all.size() == 1 ? all.front() : all));
}

void printText(const std::vector<FidelityReport>& reports, bool list) {
    bool first = true;
    for (const FidelityReport& report : reports) {
        printResult((first ? "" : "\n") + fidelityText(report));
        if (list) {
            printResult("\n" + fidelityListText(report));
        }
        first = false;
    }
}

/// The report on one file; absent, with messages, where it could not be read. `fine` becomes false
/// when a row was skipped.
std::optional<FidelityReport> reportOn(const std::string& file,
                                       const Catalogue& catalogue,
                                       const RowConventions& conventions,
                                       bool& fine) {
    const Expected<std::string> text = readInput(file);
    const std::string name = file == "-" ? "stdin" : file;
    const auto read = text ? readMeasurements(*text, name, catalogue)
                           : Expected<MeasurementFile>(tl::unexpected(text.error()));
    if (!read) {
        printMessages(read.error());
        fine = false;
        return std::nullopt;
    }
    ScoredFile scored = scoreMeasurements(*read, catalogue, conventions);
    printMessages(scored.findings);
    fine = fine && scored.findings.empty();
    return std::move(scored.report);
}

} // namespace

int runFidelity(const QStringList& arguments) {
    QCommandLineParser parser;
    addFlags(parser);
    if (const auto code = parseArguments(parser, arguments, usage)) {
        return *code;
    }
    const QString svg = QString::fromLatin1(svgFlag);
    if (parser.isSet(svg) && parser.value(svg).isEmpty()) {
        printMessage("roofplan-cli: --svg needs the name of a file");
        return exitWrongUsage;
    }
    const SpecFolders folders = specFolders(parser);
    const std::vector<std::string> files = filesOf(parser, folders);
    const Catalogue catalogue = loadedCatalogue(folders);
    if (catalogue.gpus.empty()) {
        return exitFailed;
    }
    const std::optional<RowConventions> conventions = shippedConventions(folders);
    if (!conventions) {
        return exitFailed;
    }
    bool fine = true;
    std::vector<FidelityReport> reports;
    for (const std::string& file : files) {
        if (auto report = reportOn(file, catalogue, *conventions, fine)) {
            reports.push_back(std::move(*report));
        }
    }
    if (parser.isSet(QString::fromLatin1(jsonFlag))) {
        printJson(reports, files.size() == 1);
    } else {
        printText(reports, parser.isSet(QString::fromLatin1(listFlag)));
    }
    if (parser.isSet(svg) && !writePlots(reports, parser.value(svg).toStdString())) {
        fine = false;
    }
    return fine ? exitFine : exitFailed;
}

} // namespace roofplan::cli

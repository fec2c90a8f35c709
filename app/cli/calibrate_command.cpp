// roofplan-cli calibrate: constants fitted to measured training steps.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/measured_rows.h"
#include "core/base/text_file.h"
#include "core/calibration/accuracy.h"
#include "core/calibration/calibration_report.h"
#include "core/calibration/fidelity_report.h"
#include "core/calibration/measurement_file.h"
#include "core/calibration/save_constants.h"
#include "core/report/report_json.h"

#include <QCommandLineParser>
#include <QDate>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace roofplan::cli {

namespace {

namespace fs = std::filesystem;

constexpr Usage usage{
    "calibrate [options] [FILE]",
    "Fits the physical constants of efficiency profiles and stacks to measured training steps, "
    "and\n"
    "shows how far the fit can be trusted on families, GPUs and models that it has not seen.\n"
    "FILE is a list of training rows (- is stdin); the shipped ones where none is named.\n"
    "Which constants may move, how far, and how sure their sources are, says\n"
    "measurements/constants.json of the specs. A constant that the rows do not determine keeps "
    "its\n"
    "sourced value. With a FILE of your own the shipped constants are the start.\n"
    "A row that is not sound is named and skipped; the exit code is then 1."};

constexpr const char* constantsFlag = "constants";
constexpr const char* outputFlag = "o";
constexpr const char* jsonFlag = "json";
constexpr const char* listFlag = "list";
constexpr const char* noLeaveOutFlag = "no-leave-out";

void addFlags(QCommandLineParser& parser) {
    parser.addOption({QString::fromLatin1(constantsFlag),
                      QStringLiteral("Constants that may move, in place of "
                                     "measurements/constants.json of the specs."),
                      QStringLiteral("FILE")});
    parser.addOption(
        {QString::fromLatin1(outputFlag),
         QStringLiteral("Write the fitted constants. Into a whole specs folder, which is then also "
                        "the one that is read: its facts, and measurements/accuracy.json. Into any "
                        "other folder: your own figures of what your rows ran with, for "
                        "--own-specs."),
         QStringLiteral("FOLDER")});
    parser.addOption({QString::fromLatin1(jsonFlag), QStringLiteral("Print JSON.")});
    parser.addOption({QString::fromLatin1(listFlag),
                      QStringLiteral("Also print each row, predicted and measured.")});
    parser.addOption({QString::fromLatin1(noLeaveOutFlag),
                      QStringLiteral("Fit once, without leaving out families, GPUs and models: "
                                     "quick; accuracy.json is then not written.")});
}

/// Where the constants go.
enum class Output { None, Specs, Own };

struct Request {
    SpecFolders folders;
    std::string rows;      ///< file
    std::string constants; ///< file
    std::string folder;    ///< of the output
    Output output = Output::None;
    CalibrationOptions options;
};

/// Absent, with a message, where the command line makes no sense.
std::optional<Request> requestOf(const QCommandLineParser& parser) {
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1) {
        printMessage("roofplan-cli: calibrate takes one file of rows");
        return std::nullopt;
    }
    Request request{.folders = specFolders(parser)};
    if (parser.isSet(QString::fromLatin1(outputFlag))) {
        request.folder = parser.value(QString::fromLatin1(outputFlag)).toStdString();
        std::error_code error;
        if (request.folder.empty() || fs::is_regular_file(request.folder, error) ||
            request.folder.ends_with(".json")) {
            printMessage("roofplan-cli: -o found '" + request.folder +
                         "', allowed: a folder: a whole specs folder, or one for your own specs");
            return std::nullopt;
        }
        request.output = fs::is_directory(fs::path(request.folder) / "schema", error)
                             ? Output::Specs
                             : Output::Own;
    }
    if (request.output == Output::Specs) {
        request.folders = {.shipped = request.folder, .own = {}};
    }
    const fs::path measurements = fs::path(request.folders.shipped) / "measurements";
    request.rows =
        files.isEmpty() ? (measurements / "training.json").string() : files.front().toStdString();
    request.constants = parser.isSet(QString::fromLatin1(constantsFlag))
                            ? parser.value(QString::fromLatin1(constantsFlag)).toStdString()
                            : (measurements / "constants.json").string();
    request.options.leaveOut = !parser.isSet(QString::fromLatin1(noLeaveOutFlag));
    request.options.priorAt =
        files.isEmpty() || request.output == Output::Specs ? PriorAt::Sourced : PriorAt::Catalogue;
    return request;
}

struct Rows {
    std::unique_ptr<TrainingQuestions> questions;
    std::string name;
    std::size_t all = 0;
    bool fine = true; ///< none had to be skipped
};

/// Absent, with messages, where there is no row to fit.
std::optional<Rows> rowsOf(const Request& request, const Catalogue& catalogue) {
    const std::optional<RowConventions> conventions = shippedConventions(request.folders);
    if (!conventions) {
        return std::nullopt;
    }
    const std::string name = request.rows == "-" ? "stdin" : request.rows;
    const Expected<std::string> text = readInput(request.rows);
    const auto file = text ? readMeasurements(*text, name, catalogue)
                           : Expected<MeasurementFile>(tl::unexpected(text.error()));
    if (!file) {
        printMessages(file.error());
        return std::nullopt;
    }
    if (file->kind != MeasurementKind::Training) {
        printMessage("roofplan-cli: error " + name + ": found " + measurementKindName(file->kind) +
                     " rows, allowed: training rows");
        return std::nullopt;
    }
    std::vector<TrainingRow> rows;
    for (const MeasurementRow& row : file->rows) {
        if (row.sound) {
            rows.push_back(trainingRow(row.json, catalogue, *conventions, row.place));
        }
    }
    Rows read{.questions = std::make_unique<TrainingQuestions>(std::move(rows), catalogue),
              .name = fs::path(name).filename().string(),
              .all = file->rows.size()};
    Diagnostics findings = file->findings;
    const Diagnostics more = read.questions->findings();
    findings.insert(findings.end(), more.begin(), more.end());
    printMessages(findings);
    read.fine = findings.empty();
    for (std::size_t i = 0; i < read.questions->rows().size(); ++i) {
        if (read.questions->question(i)) {
            return read;
        }
    }
    printMessage("roofplan-cli: error " + name + ": no row can be used");
    return std::nullopt;
}

void printWritten(const std::string& folder, const std::vector<std::string>& files) {
    printMessage("roofplan-cli: " +
                 (files.empty() ? "nothing changed in " + folder
                                : std::to_string(files.size()) + " files written in " + folder));
    for (const std::string& file : files) {
        printMessage("  " + file);
    }
}

/// Into a whole specs folder; false, with messages, where a file could not be written.
bool writeSpecs(const Request& request,
                const Calibration& calibration,
                const std::vector<FittedFigure>& figures,
                const TrainingQuestions& questions,
                const FitSource& source) {
    Expected<std::vector<std::string>> files =
        saveShippedConstants(request.folder, figures, source);
    const Expected<bool> sourced = files ? saveSourcedConstants(request.constants, calibration)
                                         : Expected<bool>(tl::unexpected(files.error()));
    if (!sourced) {
        printMessages(sourced.error());
        return false;
    }
    if (*sourced) {
        files->push_back(request.constants);
    }
    if (request.options.leaveOut) {
        const fs::path file = fs::path(request.folder) / "measurements/accuracy.json";
        const std::string text = accuracyText(calibration, questions, source.date);
        if (const auto done = writeTextFile(file, text); !done) {
            printMessages(done.error());
            return false;
        }
        files->push_back("measurements/accuracy.json");
    }
    printWritten(request.folder, *files);
    return true;
}

bool write(const Request& request,
           const Calibration& calibration,
           const ConstantSet& constants,
           const Rows& rows,
           const std::string& date) {
    const std::vector<FittedFigure> figures =
        fittedFigures(calibration, constants, *rows.questions);
    const FitSource source{.title = "Fit to " + std::to_string(calibration.rows) +
                                    " measured training steps, " + rows.name,
                           .date = date};
    if (request.output == Output::Specs) {
        return writeSpecs(request, calibration, figures, *rows.questions, source);
    }
    const auto files = saveOwnConstants(request.folder, figures, source);
    if (!files) {
        printMessages(files.error());
        return false;
    }
    printWritten(request.folder, *files);
    return true;
}

std::optional<std::vector<FittedConstant>> constantsOf(const Request& request,
                                                       const Catalogue& catalogue) {
    const Expected<std::string> text = readTextFile(request.constants);
    auto read = text ? readConstants(*text, request.constants, catalogue)
                     : Expected<std::vector<FittedConstant>>(tl::unexpected(text.error()));
    if (!read) {
        printMessages(read.error());
        return std::nullopt;
    }
    return *std::move(read);
}

void print(const QCommandLineParser& parser,
           const Calibration& calibration,
           const CalibrationOccasion& occasion,
           const TrainingQuestions& questions) {
    const bool list = parser.isSet(QString::fromLatin1(listFlag));
    if (parser.isSet(QString::fromLatin1(jsonFlag))) {
        nlohmann::ordered_json json = calibrationJson(calibration, occasion);
        if (list) {
            json["items"] = fidelityJson(questions.report())["items"];
        }
        printResult(jsonText(json));
        return;
    }
    printResult(calibrationText(calibration, occasion));
    if (list) {
        printResult("\n" + fidelityListText(questions.report()));
    }
}

} // namespace

int runCalibrate(const QStringList& arguments) {
    QCommandLineParser parser;
    addFlags(parser);
    if (const auto code = parseArguments(parser, arguments, usage)) {
        return *code;
    }
    const std::optional<Request> request = requestOf(parser);
    if (!request) {
        return exitWrongUsage;
    }
    Catalogue catalogue = loadedCatalogue(request->folders);
    if (catalogue.gpus.empty()) {
        return exitFailed;
    }
    forgetOwnCalibration(catalogue);
    auto constants = constantsOf(*request, catalogue);
    const std::optional<Rows> rows = constants ? rowsOf(*request, catalogue) : std::nullopt;
    if (!rows) {
        return exitFailed;
    }
    ConstantSet set(*std::move(constants), rows->questions->catalogue());
    const Calibration calibration = calibrate(*rows->questions, set, request->options);
    const std::string date = QDate::currentDate().toString(Qt::ISODate).toStdString();
    print(parser, calibration, {.file = rows->name, .date = date, .rows = rows->all},
          *rows->questions);
    const bool written =
        request->output == Output::None || write(*request, calibration, set, *rows, date);
    return rows->fine && written ? exitFine : exitFailed;
}

} // namespace roofplan::cli

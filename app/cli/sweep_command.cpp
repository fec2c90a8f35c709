// roofplan-cli sweep SCENARIO…
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/field_flags.h"
#include "app/cli/scenario_input.h"
#include "app/cli/sweep_flags.h"
#include "app/cli/sweep_rows.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/report/report_json.h"
#include "core/report/scenario_json.h"

#include <QCommandLineParser>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr Usage usage{
    "sweep [options] --vary AXIS [--vary AXIS] [SCENARIO…]",
    "Answers each scenario of each .roofplan file (- is stdin), or the one that the flags alone\n"
    "make, at every value of one or two fields: a row for each point, with the machine contract's\n"
    "keys as columns. The plan stays, or is searched at each point (--replan).\n\n"
    "  sweep plan.roofplan --vary global_batch=16..8192:20:log\n"
    "  sweep plan.roofplan --vary gpus=8..4096:10:log --vary precision=bf16,fp8 --replan\n"
    "  sweep plan.roofplan --scaling weak --replan\n\n"
    "Whole numbers are rounded, GPUs of an instance type to whole instances; what comes out equal\n"
    "is asked once. A point whose plan is not legal says so in its own row and makes the exit "
    "code\n"
    "1; one that does not fit is an answer."};

void addFlags(QCommandLineParser& parser, const Catalogue& catalogue) {
    addSweepFlags(parser);
    addFieldFlags(parser, catalogue);
}

/// What is wrong with the command line as a whole; empty when nothing is.
std::string complaint(const QStringList& files,
                      const QStringList& arguments,
                      const std::vector<FieldFlag>& flags) {
    const auto isSet = [&flags](std::string_view key) {
        return std::ranges::any_of(flags, [key](const FieldFlag& flag) { return flag.key == key; });
    };
    if (std::string wrong = looseUnit(arguments, files); !wrong.empty()) {
        return wrong;
    }
    return files.isEmpty() && !(isSet("instance") && isSet("model"))
               ? "name a scenario file, or give at least --instance and --model"
               : "";
}

Expected<SweepGrid> gridOf(const Question& question, const SweepFlags& flags) {
    const Scenario& base = *question.scenario;
    constexpr std::int64_t doublings = 6;
    std::vector<AxisRequest> axes = flags.axes;
    if (axes.empty()) {
        axes.push_back(doubledSizes(base, doublings, *question.catalogue));
    }
    const bool weak = flags.scaling == Scaling::Weak;
    return makeGrid({.base = base,
                     .axes = std::move(axes),
                     .plan = flags.plan,
                     .batch = weak ? BatchRule::InProportion : BatchRule::Fixed,
                     .pinned = flags.pinned},
                    *question.catalogue);
}

/// What the rows alone do not show.
void printRemarks(const RegionMap& map) {
    for (const Axis& axis : map.grid.axes) {
        if (axis.dropped > 0) {
            printMessage(fmt::format("roofplan-cli: {}: {} of {} values came out equal to others "
                                     "and were left out",
                                     axis.field->key, axis.dropped,
                                     axis.dropped + axis.values.size()));
        }
    }
    const auto failed = std::ranges::count(map.cells, CellState::Failed, &MapCell::state);
    if (failed > 0) {
        printMessage(fmt::format("roofplan-cli: {} of {} points have no answer; their rows say why",
                                 failed, map.cells.size()));
    }
}

/// Prints sweeps, row by row.
class Printer {
public:
    /// `sweeps`: how many there will be.
    Printer(const SweepFlags& flags, std::size_t sweeps) : m_flags(flags), m_sweeps(sweeps) {}

    void print(const Question& question, const RegionMap& map) {
        const SweepRows rows(map, *question.catalogue,
                             {.efficiency = m_flags.scaling.has_value(), .plane = m_flags.plane});
        if (m_flags.format == SweepFormat::Json) {
            printJson(question, map, rows);
        } else {
            printLines(question, rows, m_flags.format == SweepFormat::Commas ? ',' : '\t');
        }
        ++m_printed;
    }

private:
    /// What there is to say of all rows, then a line a row.
    void printJson(const Question& question, const RegionMap& map, const SweepRows& rows) const {
        const bool best = m_flags.plan == PlanChoice::Best;
        std::string head = jsonText({{"scenario", scenarioJson(*question.scenario)},
                                     {"axes", axesJson(map.grid)},
                                     {"plan", best ? "best" : "fixed"},
                                     {"diagnostics", diagnosticsJson(question.assumptions)}});
        head.resize(head.rfind("\n}"));
        const bool list = m_sweeps > 1;
        printResult((list && m_printed == 0 ? "[\n" : "") + head + ",\n  \"rows\": [");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            printResult((i == 0 ? "\n    " : ",\n    ") +
                        rows.row(i).dump(-1, ' ', false, Json::error_handler_t::replace));
        }
        printResult("\n  ]\n}");
        printResult(m_printed + 1 < m_sweeps ? ",\n" : list ? "\n]\n" : "\n");
    }

    void printLines(const Question& question, const SweepRows& rows, char separator) const {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Json row;
            if (m_sweeps > 1) {
                row["scenario"] = question.scenario->name;
            }
            row.update(rows.row(i));
            if (i == 0 && m_printed == 0) {
                printResult(keyLine(row, separator));
            }
            printResult(valueLine(row, separator));
        }
    }

    const SweepFlags& m_flags;
    std::size_t m_sweeps;
    std::size_t m_printed = 0;
};

/// The grid of each question. Absent, with messages and the exit code in `code`, where a file
/// cannot be read or an axis does not suit its scenario.
std::optional<std::vector<SweepGrid>>
gridsOf(const std::vector<Question>& questions, const SweepFlags& flags, int& code) {
    std::vector<SweepGrid> grids;
    for (const Question& question : questions) {
        if (!question.scenario) {
            printMessages(question.problems);
            code = exitFailed;
            return std::nullopt;
        }
        Expected<SweepGrid> grid = gridOf(question, flags);
        if (!grid) {
            printMessages(grid.error());
            code = exitWrongUsage;
            return std::nullopt;
        }
        grids.push_back(std::move(*grid));
    }
    return grids;
}

int sweepAll(const std::vector<Question>& questions,
             const SweepFlags& flags,
             const std::vector<FieldFlag>& fields) {
    int code = exitFine;
    auto grids = gridsOf(questions, flags, code);
    if (!grids) {
        return code;
    }
    Printer printer(flags, questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const Question& question = questions[i];
        const RegionMap map =
            sweepMap(std::move((*grids)[i]), *question.catalogue, {.threads = flags.threads});
        printer.print(question, map);
        printRemarks(map);
        printMessages(notUsed(fields, *question.scenario, *question.catalogue));
        if (std::ranges::count(map.cells, CellState::Failed, &MapCell::state) > 0) {
            code = exitFailed;
        }
    }
    return code;
}

} // namespace

int runSweep(const QStringList& arguments) {
    QCommandLineParser parser;
    addFlags(parser, catalogueForHelp(arguments, addFlags));
    if (const auto code = parseArguments(parser, arguments, usage)) {
        return *code;
    }
    const QStringList files = parser.positionalArguments();
    const std::vector<FieldFlag> fields = fieldFlags(parser);
    if (const std::string wrong = complaint(files, arguments, fields); !wrong.empty()) {
        printMessage("roofplan-cli: " + wrong);
        return exitWrongUsage;
    }
    const Expected<SweepFlags> flags = sweepFlags(parser, fields);
    if (!flags) {
        printMessages(flags.error());
        return exitWrongUsage;
    }
    const Catalogue catalogue = loadedCatalogue(specFolders(parser));
    if (catalogue.gpus.empty()) {
        return exitFailed;
    }
    const auto asked = questions(fileNames(parser), fields, catalogue);
    if (!asked) {
        printMessages(asked.error());
        return exitWrongUsage;
    }
    return sweepAll(*asked, *flags, fields);
}

} // namespace roofplan::cli

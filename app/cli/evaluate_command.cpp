// roofplan-cli evaluate SCENARIO…
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/explain.h"
#include "app/cli/field_flags.h"
#include "app/cli/own_figures.h"
#include "app/cli/scenario_input.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/report/report_json.h"
#include "core/report/report_text.h"
#include "core/report/sensitivity_report.h"
#include "core/result/explanation.h"
#include "core/result/facts_used.h"
#include "core/sensitivity/elasticity.h"
#include "core/sensitivity/fact_sensitivity.h"

#include <QCommandLineParser>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace roofplan::cli {

namespace {

constexpr Usage usage{
    "evaluate [options] [SCENARIO…]",
    "Evaluates each scenario of each .roofplan file (- is stdin), or the one that the flags alone\n"
    "make. Flags override what a file says. --json prints one object; several scenarios make an\n"
    "array. A scenario that cannot be evaluated gets its diagnostics, and the exit code is 1.\n"
    "A plan that does not fit is an answer, exit code 0: scripts read \"feasible\" of --json.\n"
    "A default below stands where neither a file nor a flag says otherwise."};

/// "a, b, c".
std::string joined(const std::vector<std::string>& names) {
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list;
}

QString explainHelp() {
    return QString::fromStdString(
        "Explain a number in place of the answer: " + joined(headlineNames()) +
        ", a part of memory (" + joined(memoryPartNames()) +
        ") or a term, by the names that --terms prints.");
}

void addFlags(QCommandLineParser& parser, const Catalogue& catalogue) {
    parser.addOption({QStringLiteral("json"), QStringLiteral("Print JSON.")});
    parser.addOption({QStringLiteral("terms"), QStringLiteral("Add the tree of terms.")});
    parser.addOption({QStringLiteral("sensitivity"),
                      QStringLiteral("Add how much each fact and price behind the answer moves "
                                     "step time, cost and memory.")});
    parser.addOption({QStringLiteral("explain"), explainHelp(), QStringLiteral("NAME")});
    addFieldFlags(parser, catalogue);
}

/// What is wrong with the command line as a whole; empty when nothing is.
std::string complaint(const QCommandLineParser& parser,
                      const QStringList& arguments,
                      const std::vector<FieldFlag>& flags) {
    const QStringList files = parser.positionalArguments();
    if (std::string wrong = looseUnit(arguments, files); !wrong.empty()) {
        return wrong;
    }
    if (files.isEmpty() && !(isSet(flags, "instance") && isSet(flags, "model"))) {
        return "name a scenario file, or give at least --instance and --model";
    }
    if (parser.isSet(QStringLiteral("explain")) &&
        (parser.isSet(QStringLiteral("json")) || parser.isSet(QStringLiteral("terms")) ||
         parser.isSet(QStringLiteral("sensitivity")))) {
        return "--explain stands alone, without --json, --terms and --sensitivity";
    }
    return {};
}

/// What is printed beside the answer itself.
struct Extras {
    TermTree terms = TermTree::LeftOut;
    bool sensitivity = false;
};

struct Answer {
    Question question;
    std::optional<Result> result;
    std::optional<Sensitivity> sensitivity; ///< where it is asked for
};

/// The problems, with what shows the model where its step time is not modelled. A model that a
/// project holds has no page of its own; --json counts its parameters.
Diagnostics withModelPage(const Question& question, Diagnostics problems) {
    const std::string& id = question.scenario->workload.model;
    const ModelEntry* model = findEntry(question.catalogue->models, id);
    const bool ofFlag = !question.modelFile.empty();
    if (model == nullptr || (!ofFlag && !model->origin.empty())) {
        return problems;
    }
    for (Diagnostic& problem : problems) {
        if (problem.code == "workload.not_modelled" && problem.place == "model") {
            problem.hint = {
                translatable("core", "{0}; {1} prints its parameters and FLOPs"),
                {problem.hint.plain(), "catalogue show " + (ofFlag ? question.modelFile : id)}};
        }
    }
    return problems;
}

std::vector<Answer> answers(std::vector<Question> questions, const Extras& extras) {
    std::vector<Answer> all;
    for (Question& question : questions) {
        Answer answer{.question = std::move(question), .result = {}, .sensitivity = {}};
        if (answer.question.scenario) {
            auto result = evaluateWithMoves(*answer.question.scenario, *answer.question.catalogue);
            if (result) {
                answer.result = std::move(*result);
                if (extras.sensitivity) {
                    answer.sensitivity =
                        *factSensitivity(*answer.question.scenario, *answer.question.catalogue);
                }
            } else {
                answer.question.problems = withModelPage(answer.question, result.error());
            }
        }
        all.push_back(std::move(answer));
    }
    return all;
}

/// The model that a scenario names, or null.
const Transformer* modelOf(const Question& question) {
    const ModelEntry* model =
        question.scenario && question.catalogue
            ? findEntry(question.catalogue->models, question.scenario->workload.model)
            : nullptr;
    return model != nullptr ? &model->transformer : nullptr;
}

nlohmann::ordered_json answerJson(const Answer& answer, const Extras& extras) {
    const Question& question = answer.question;
    nlohmann::ordered_json json =
        answer.result
            ? resultJson(*question.scenario, *answer.result, *question.catalogue, extras.terms)
            : failureJson(question.scenario, question.problems, modelOf(question));
    for (auto& assumption : diagnosticsJson(question.assumptions)) {
        json["diagnostics"].push_back(std::move(assumption));
    }
    if (extras.sensitivity) {
        json["sensitivity"] = answer.sensitivity
                                  ? sensitivityJson(*answer.sensitivity, *question.catalogue)
                                  : nlohmann::ordered_json();
    }
    return json;
}

void printJson(const std::vector<Answer>& answers, const Extras& extras) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const Answer& answer : answers) {
        all.push_back(answerJson(answer, extras));
    }
    printResult(jsonText(all.size() == 1 ? all.front() : all));
}

void printText(const std::vector<Answer>& answers, const Extras& extras) {
    bool first = true;
    for (const Answer& answer : answers) {
        if (!answer.result) {
            continue;
        }
        printResult(first ? "" : "\n");
        printResult(resultText(*answer.question.scenario, *answer.result));
        if (extras.terms == TermTree::Included && answer.result->feasible) {
            printResult("\nTerms\n" + termsText(*answer.result));
        }
        if (answer.sensitivity) {
            printResult("\n" + sensitivityText(*answer.sensitivity, *answer.question.catalogue));
        }
        first = false;
    }
}

/// That answers rest on figures of the user's own, each said once.
Diagnostics ownFigures(const std::vector<Answer>& answers) {
    Diagnostics figures;
    for (const Answer& answer : answers) {
        if (answer.result) {
            addOwnFigures(*answer.result, *answer.question.catalogue, figures);
        }
    }
    return figures;
}

int printExplanations(const std::vector<Answer>& answers, const std::string& name) {
    for (const Answer& answer : answers) {
        if (!answer.result) {
            continue;
        }
        const std::string text = explained(*answer.result, name, *answer.question.catalogue);
        if (text.empty()) {
            printMessage("roofplan-cli: nothing is called " + name +
                         didYouMean(name, explainableNames(*answer.result)));
            return exitWrongUsage;
        }
        printResult(text);
    }
    return exitFine;
}

} // namespace

int runEvaluate(const QStringList& arguments) {
    QCommandLineParser parser;
    addFlags(parser, catalogueForHelp(arguments, addFlags));
    if (const auto code = parseArguments(parser, arguments, usage)) {
        return *code;
    }
    const std::vector<std::string> files = fileNames(parser);
    const std::vector<FieldFlag> flags = fieldFlags(parser);
    if (const std::string wrong = complaint(parser, arguments, flags); !wrong.empty()) {
        printMessage("roofplan-cli: " + wrong);
        return exitWrongUsage;
    }
    const Catalogue catalogue = loadedCatalogue(specFolders(parser));
    if (catalogue.gpus.empty()) {
        return exitFailed;
    }
    auto asked = questions(files, flags, catalogue);
    if (!asked) {
        printMessages(asked.error());
        return exitWrongUsage;
    }
    const Extras extras{.terms = parser.isSet(QStringLiteral("terms")) ? TermTree::Included
                                                                       : TermTree::LeftOut,
                        .sensitivity = parser.isSet(QStringLiteral("sensitivity"))};
    const std::vector<Answer> all = answers(std::move(*asked), extras);
    bool failed = false;
    for (const Answer& answer : all) {
        failed = failed || !answer.result;
        printMessages(answer.question.problems);
        if (answer.question.scenario) {
            printMessages(notUsed(flags, *answer.question.scenario, *answer.question.catalogue));
        }
    }
    printMessages(ownFigures(all));
    if (parser.isSet(QStringLiteral("explain"))) {
        const int code =
            printExplanations(all, parser.value(QStringLiteral("explain")).toStdString());
        return code == exitFine && failed ? exitFailed : code;
    }
    parser.isSet(QStringLiteral("json")) ? printJson(all, extras) : printText(all, extras);
    return failed ? exitFailed : exitFine;
}

} // namespace roofplan::cli

// roofplan-cli: the model on the command line, without a display.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"

#include <QCoreApplication>

#include <array>
#include <clocale>
#include <cstdlib>
#include <langinfo.h>
#include <string>
#include <vector>

namespace {

using namespace roofplan::cli;

constexpr std::array commands{
    Command{"evaluate", "the result of each scenario", runEvaluate},
    Command{"search", "the best plans of a cluster, the best clusters for a run", runSearch},
    Command{"sweep", "answers over one or two fields, scaling curves", runSweep},
    Command{"catalogue", "what exists, with sources: list, show, check", runCatalogue},
    Command{"fidelity", "predicted against measured, with error statistics", runFidelity},
    Command{"calibrate", "constants fitted to measured training steps", runCalibrate},
};

std::string help() {
    std::string text = "Usage: roofplan-cli VERB [options]\n"
                       "Plans, prices and explains GPU clusters for foundation models.\n\nVerbs:\n";
    for (const Command& command : commands) {
        std::string name = command.name;
        name.resize(12, ' ');
        text += "  " + name + command.summary + "\n";
    }
    return text +
           "\nOptions:\n"
           "  -h, --help     Show this help; after a verb, the verb's.\n"
           "  -v, --version  Show the version.\n"
           "Results go to stdout, messages to stderr. The exit code is 0 when all went well, 1\n"
           "when something failed and 2 when the command line is wrong. A plan that does not fit "
           "is\n"
           "an answer (0): scripts read \"feasible\" of --json. - is stdin.\n";
}

int unknownVerb(const std::string& verb) {
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const Command& command : commands) {
        names.emplace_back(command.name);
    }
    printMessage("roofplan-cli: there is no " +
                 std::string(verb.starts_with('-') ? "flag " : "verb ") + verb +
                 didYouMean(verb, names));
    printMessage("Usage: roofplan-cli VERB [options]; see roofplan-cli --help");
    return exitWrongUsage;
}

int run(const QStringList& arguments) {
    if (arguments.size() < 2) {
        printMessage(help());
        return exitWrongUsage;
    }
    const std::string verb = arguments.at(1).toStdString();
    if (verb == "--help" || verb == "-h" || verb == "help") {
        printResult(help());
        return exitFine;
    }
    if (verb == "--version" || verb == "-v") {
        printResult("roofplan-cli " ROOFPLAN_VERSION "\n");
        return exitFine;
    }
    for (const Command& command : commands) {
        if (verb == command.name) {
            return command.run(arguments.mid(1));
        }
    }
    return unknownVerb(verb);
}

/// Qt wants a UTF-8 locale and says so on stderr where there is none.
void chooseUtf8() {
    std::setlocale(LC_ALL, "");
    if (std::string(nl_langinfo(CODESET)) != "UTF-8") {
        ::setenv("LC_ALL", "C.UTF-8", 1);
    }
}

} // namespace

int main(int argc, char** argv) {
    chooseUtf8();
    const QCoreApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    const int code = run(QCoreApplication::arguments());
    return resultsWritten() ? code : exitFailed;
}

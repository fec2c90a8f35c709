// The verbs of the command line.
#pragma once

#include <QStringList>

namespace roofplan::cli {

/// `run` gets the arguments with the verb in place of the program's name and returns the exit code.
struct Command {
    const char* name;
    const char* summary;
    int (*run)(const QStringList& arguments);
};

int runEvaluate(const QStringList& arguments);
int runSearch(const QStringList& arguments);
int runSweep(const QStringList& arguments);
int runCatalogue(const QStringList& arguments);
int runFidelity(const QStringList& arguments);
int runCalibrate(const QStringList& arguments);

} // namespace roofplan::cli

// A verb's flags: parsed without ending the program, wrong ones answered with the nearest right
// one.
#pragma once

#include <QCommandLineParser>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan::cli {

/// What --help says of a verb before its options.
struct Usage {
    const char* line; ///< "evaluate [options] SCENARIO…"
    const char* words;
};

/// Adds --help and --specs to `parser`, parses, and prints the help or what is wrong. Absent when
/// the verb shall go on, else the exit code.
[[nodiscard]] std::optional<int>
parseArguments(QCommandLineParser& parser, const QStringList& arguments, const Usage& usage);

/// The catalogue's folder for these arguments.
[[nodiscard]] std::string specsOf(const QCommandLineParser& parser);

/// The same where `arguments` ask for help, else nothing. `parser` knows the verb's own flags and
/// is used up.
[[nodiscard]] std::optional<std::string> specsForHelp(QCommandLineParser& parser,
                                                      const QStringList& arguments);

/// "; did you mean X?" with the nearest candidate, or nothing when none is near.
[[nodiscard]] std::string didYouMean(std::string_view word,
                                     const std::vector<std::string>& candidates);

} // namespace roofplan::cli

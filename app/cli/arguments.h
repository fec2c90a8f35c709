// A verb's flags: parsed without ending the program, wrong ones answered with the nearest right
// one.
#pragma once

#include "core/catalogue/catalogue.h"

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

/// Adds --help, --specs and --own-specs to `parser`, parses, and prints the help or what is wrong.
/// Absent when the verb shall go on, else the exit code.
[[nodiscard]] std::optional<int>
parseArguments(QCommandLineParser& parser, const QStringList& arguments, const Usage& usage);

/// The catalogue's folders for these arguments.
struct SpecFolders {
    std::string shipped;
    std::string own;       ///< the user's, empty for none
    bool ownNamed = false; ///< on the command line
};

[[nodiscard]] SpecFolders specFolders(const QCommandLineParser& parser);

/// The catalogue in them; what is wrong with it is said on stderr.
[[nodiscard]] Catalogue loadedCatalogue(const SpecFolders& folders);

/// The folders where `arguments` ask for help, else nothing. `parser` knows the verb's own flags
/// and is used up.
[[nodiscard]] std::optional<SpecFolders> specsForHelp(QCommandLineParser& parser,
                                                      const QStringList& arguments);

/// What the help names the choices of: the catalogue where `arguments` ask for help, else nothing.
/// `addFlags` adds the verb's own.
[[nodiscard]] Catalogue catalogueForHelp(const QStringList& arguments,
                                         void (*addFlags)(QCommandLineParser& parser,
                                                          const Catalogue& catalogue));

/// The arguments that are no flags.
[[nodiscard]] std::vector<std::string> fileNames(const QCommandLineParser& parser);

/// "; did you mean X?" with the nearest candidate, or nothing when none is near.
[[nodiscard]] std::string didYouMean(std::string_view word,
                                     const std::vector<std::string>& candidates);

} // namespace roofplan::cli

// The streams and exit codes of the command line: results on stdout, messages on stderr.
#pragma once

#include "core/base/expected.h"

#include <string>
#include <string_view>

namespace roofplan::cli {

inline constexpr int exitFine = 0;
inline constexpr int exitFailed = 1;     ///< a scenario, row or check failed
inline constexpr int exitWrongUsage = 2; ///< the command line itself is wrong

/// Control characters in what is printed are shown as U+FFFD.
void printResult(std::string_view text);
void printMessage(std::string_view line);
void printMessages(const Diagnostics& diagnostics);

/// False, with a message, when stdout did not take everything.
[[nodiscard]] bool resultsWritten();

/// The file's text; `-` is stdin.
[[nodiscard]] Expected<std::string> readInput(const std::string& path);

} // namespace roofplan::cli

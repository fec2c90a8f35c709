#include "app/cli/console.h"

#include "core/base/text_file.h"

#include <array>
#include <cstdio>

namespace roofplan::cli {

namespace {

/// With control characters, which could command a terminal, replaced by the sign for what cannot be
/// shown.
std::string visible(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    for (const char c : text) {
        const bool control = c == '\x7f' || (c >= '\0' && c < ' ' && c != '\n' && c != '\t');
        shown += control ? std::string_view("\uFFFD") : std::string_view(&c, 1);
    }
    return shown;
}

} // namespace

void printResult(std::string_view text) {
    const std::string shown = visible(text);
    std::fwrite(shown.data(), 1, shown.size(), stdout);
}

void printMessage(std::string_view line) {
    const std::string shown = visible(line);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
    std::fputc('\n', stderr);
}

void printMessages(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        printMessage("roofplan-cli: " + plainLine(diagnostic));
    }
}

bool resultsWritten() {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
        return true;
    }
    printMessage("roofplan-cli: error: the output could not be written");
    return false;
}

Expected<std::string> readInput(const std::string& path) {
    if (path != "-") {
        return readTextFile(path);
    }
    std::string text;
    std::array<char, 65536> buffer{};
    std::size_t count = 0;
    while ((count = std::fread(buffer.data(), 1, buffer.size(), stdin)) > 0) {
        text.append(buffer.data(), count);
    }
    return text;
}

} // namespace roofplan::cli

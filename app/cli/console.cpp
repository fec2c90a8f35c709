#include "app/cli/console.h"

#include "core/base/text_file.h"

#include <array>
#include <cstdio>

namespace roofplan::cli {

void printResult(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void printMessage(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stderr);
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

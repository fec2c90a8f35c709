#include "core/base/diagnostic.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

namespace roofplan {

std::string Text::plain() const {
    if (arguments.empty()) {
        return pattern;
    }
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const std::string& argument : arguments) {
        store.push_back(argument);
    }
    try {
        return fmt::vformat(pattern, store);
    } catch (const fmt::format_error&) {
        return pattern;
    }
}

bool hasErrors(const Diagnostics& diagnostics) {
    return std::ranges::any_of(diagnostics,
                               [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

const char* severityName(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string plainLine(const Diagnostic& diagnostic) {
    std::string line = severityName(diagnostic.severity);
    if (!diagnostic.place.empty()) {
        line += " " + diagnostic.place;
    }
    line += ": " + diagnostic.text.plain();
    if (!diagnostic.hint.pattern.empty()) {
        line += " (" + diagnostic.hint.plain() + ")";
    }
    return line;
}

} // namespace roofplan

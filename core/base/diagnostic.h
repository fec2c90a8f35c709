// What is wrong, where, what was found and what is allowed: the value that every room reports with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// Marks a text for translation without translating it: core names the words, ui translates them.
constexpr const char* translatable(const char* /*context*/, const char* text) {
    return text;
}

/// A sentence with numbered holes ({0}, {1}…) and what goes into them.
struct Text {
    std::string pattern;
    std::vector<std::string> arguments;

    bool operator==(const Text&) const = default;

    /// The sentence in English.
    [[nodiscard]] std::string plain() const;
};

enum class Severity { Info, Warning, Error };

/// One finding. `code` is stable and made for machines, `place` points at the culprit: a file with
/// a JSON pointer ("gpus/h100.json#/facts/3/unit"), a field key ("global_batch") or a row and
/// column.
struct Diagnostic {
    Severity severity = Severity::Error;
    std::string code;
    std::string place;
    Text text;
    Text hint;

    bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

[[nodiscard]] bool hasErrors(const Diagnostics& diagnostics);

[[nodiscard]] const char* severityName(Severity severity);

/// "error gpus/h100.json#/facts/3/unit: found 'GBps', allowed: … (hint)" in English.
[[nodiscard]] std::string plainLine(const Diagnostic& diagnostic);

} // namespace roofplan

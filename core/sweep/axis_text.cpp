#include "core/sweep/axis_text.h"

#include <algorithm>
#include <charconv>

namespace roofplan {

namespace {

constexpr std::string_view dots = "..";

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    const std::size_t last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, last - first + 1));
}

std::vector<std::string> split(std::string_view text, char mark) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(mark, from), text.size());
        parts.push_back(trimmed(text.substr(from, end - from)));
        from = end + 1;
    }
    return parts;
}

Diagnostic syntax(std::string_view key, std::string_view found) {
    return {
        .code = "sweep.syntax",
        .place = std::string(key),
        .text = {translatable("core", "found \"{0}\"; allowed: {1}, {2} or {3}."),
                 {std::string(found), "FIELD=FROM..TO:COUNT:log", "FIELD=VALUE,VALUE,…", "FIELD"}}};
}

std::optional<Spacing> spacingOf(std::string_view word) {
    if (word == "log" || word == "logarithmic") {
        return Spacing::Logarithmic;
    }
    return word == "lin" || word == "linear" ? std::optional(Spacing::Linear) : std::nullopt;
}

/// Digits alone; what is more than any count is one that is refused as too many.
std::optional<std::int64_t> countOf(const std::string& word) {
    std::int64_t count = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, count);
    if (stop != end || error == std::errc::invalid_argument) {
        return std::nullopt;
    }
    return error == std::errc() ? count : std::numeric_limits<std::int64_t>::max();
}

/// The parts behind the ends of a range: a count, a spacing, or both.
bool readOptions(const std::vector<std::string>& parts, AxisRange& range) {
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (const auto count = countOf(parts[i]); count && i == 1) {
            range.count = *count;
        } else if (const auto spacing = spacingOf(parts[i]); spacing && i + 1 == parts.size()) {
            range.spacing = *spacing;
        } else {
            return false;
        }
    }
    return parts.size() <= 3;
}

} // namespace

Expected<AxisRequest> parseAxis(std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    AxisRequest request{.key = trimmed(text.substr(0, equals)), .values = AxisList()};
    std::ranges::replace(request.key, '-', '_');
    if (request.key.empty()) {
        return failure(syntax("vary", text));
    }
    if (equals == text.size()) {
        return request;
    }
    const std::string values = trimmed(text.substr(equals + 1));
    if (values.find(dots) == std::string::npos) {
        request.values = split(values, ',');
        return values.empty() ? failure(syntax(request.key, text)) : Expected<AxisRequest>(request);
    }
    const std::vector<std::string> parts = split(values, ':');
    const std::size_t middle = parts.front().find(dots);
    AxisRange range;
    if (middle == std::string::npos || !readOptions(parts, range)) {
        return failure(syntax(request.key, text));
    }
    range.from = trimmed(std::string_view(parts.front()).substr(0, middle));
    range.to = trimmed(std::string_view(parts.front()).substr(middle + dots.size()));
    request.values = std::move(range);
    return request;
}

} // namespace roofplan

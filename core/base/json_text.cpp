#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace roofplan {

namespace {

struct Position {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// Of the byte with that number, counted from 1 as the parser counts.
Position positionOf(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
    const std::size_t lineStart = before.find_last_of('\n');
    return {.line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1,
            .column =
                before.size() - (lineStart == std::string_view::npos ? 0 : lineStart + 1) + 1};
}

/// Of a character that stands in no text file.
std::size_t controlCharacter(std::string_view text) {
    const auto* const found = std::ranges::find_if(text, [](char c) {
        return c == '\x7f' || (c >= '\0' && c < ' ' && c != '\t' && c != '\n' && c != '\r');
    });
    return static_cast<std::size_t>(found - text.begin());
}

/// What the parser quotes from the text may end within a letter or in no letter at all: quoted only
/// where it is plain.
void dropStrangeQuote(std::string_view& message) {
    const std::size_t quote = message.find("; last read: ");
    const bool strange = std::ranges::any_of(message.substr(std::min(quote, message.size())),
                                             [](char c) { return c < ' ' || c > '~'; });
    message = strange ? message.substr(0, quote) : message;
}

/// The parser's words without its own name and position.
std::string reason(std::string_view message) {
    for (const std::string_view start : {"] ", "column "}) {
        const std::size_t found = message.find(start);
        message.remove_prefix(found == std::string_view::npos ? 0 : found + start.size());
    }
    const std::size_t colon = message.find(": ");
    const std::size_t digits = message.find_first_not_of("0123456789");
    message.remove_prefix(colon != std::string_view::npos && colon == digits ? colon + 2 : 0);
    dropStrangeQuote(message);
    return std::string(message);
}

Diagnostic notJson(std::string_view fileName, std::string_view code, Text text) {
    return {.code = std::string(code), .place = std::string(fileName), .text = std::move(text)};
}

/// Hears the parser's events and remembers the first key that stands twice in one object.
class DuplicateKey {
public:
    void hear(nlohmann::json::parse_event_t event, const nlohmann::json& value) {
        using Event = nlohmann::json::parse_event_t;
        if (event == Event::object_start) {
            m_open.emplace_back();
        } else if (event == Event::object_end) {
            m_open.pop_back();
        } else if (event == Event::key) {
            const auto& key = value.get_ref<const std::string&>();
            if (!m_open.back().insert(key).second && !m_found) {
                m_found = key;
            }
        }
    }

    [[nodiscard]] const std::optional<std::string>& found() const { return m_found; }

private:
    std::vector<std::set<std::string>> m_open;
    std::optional<std::string> m_found;
};

} // namespace

Expected<nlohmann::json>
parseJsonText(std::string_view text, std::string_view fileName, std::string_view code) {
    if (const std::size_t at = controlCharacter(text); at < text.size()) {
        const Position position = positionOf(text, at + 1);
        return failure(notJson(
            fileName, code,
            {translatable("core",
                          "This is no text file: a control character stands at line {0}, column "
                          "{1}."),
             {std::to_string(position.line), std::to_string(position.column)}}));
    }
    try {
        DuplicateKey duplicate;
        nlohmann::json json = nlohmann::json::parse(
            text, [&](int /*depth*/, nlohmann::json::parse_event_t event, nlohmann::json& value) {
                duplicate.hear(event, value);
                return true;
            });
        if (duplicate.found()) {
            return failure(notJson(
                fileName, code,
                {translatable("core", "The key \"{0}\" stands twice in one object; allowed: once."),
                 {*duplicate.found()}}));
        }
        return json;
    } catch (const nlohmann::json::parse_error& error) {
        const Position position = positionOf(text, error.byte);
        const std::vector<std::string> place{std::to_string(position.line),
                                             std::to_string(position.column)};
        if (error.byte > text.size()) {
            return failure(notJson(
                fileName, code,
                {translatable("core",
                              "The file is truncated: its JSON text ends at line {0}, column {1}."),
                 place}));
        }
        return failure(
            notJson(fileName, code,
                    {translatable("core", "The file is not JSON at line {0}, column {1}: {2}."),
                     {place[0], place[1], reason(error.what())}}));
    } catch (const nlohmann::json::exception& error) {
        return failure(notJson(fileName, code,
                               {translatable("core", "The file cannot be read as JSON: {0}."),
                                {reason(error.what())}}));
    }
}

std::string shownJson(const nlohmann::json& value) {
    static constexpr std::size_t longest = 60;
    if (value.is_structured() && !value.empty()) {
        return value.is_array() ? "[…]" : "{…}";
    }
    const std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    return text.size() <= longest ? text : text.substr(0, longest) + "…";
}

} // namespace roofplan

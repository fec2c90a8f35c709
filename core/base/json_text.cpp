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

Diagnostic notJsonAt(std::string_view fileName,
                     std::string_view code,
                     std::string_view text,
                     std::size_t byte,
                     const char* pattern,
                     std::vector<std::string> more = {}) {
    const Position position = positionOf(text, byte);
    more.insert(more.begin(), {std::to_string(position.line), std::to_string(position.column)});
    return notJson(fileName, code, {pattern, std::move(more)});
}

/// Calls `hear(byte, character)` for each character outside of texts, until it returns true; that
/// byte counted from 0, or none.
template <typename Hear>
std::optional<std::size_t> findOutsideTexts(std::string_view text, const Hear& hear) {
    bool inText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inText && c == '\\') {
            ++i;
        } else if (c == '"') {
            inText = !inText;
        } else if (!inText && hear(i, c)) {
            return i;
        }
    }
    return std::nullopt;
}

/// Where more objects and lists stand within each other than any file of ours has.
std::optional<std::size_t> tooDeep(std::string_view text) {
    std::size_t depth = 0;
    return findOutsideTexts(text, [&depth](std::size_t /*byte*/, char c) {
        depth += c == '[' || c == '{' ? 1U : 0U;
        depth -= (c == ']' || c == '}') && depth > 0 ? 1U : 0U;
        return depth > deepestNesting;
    });
}

/// The byte counted from 1 of the number that the parser quotes: 'number overflow parsing '1e999''.
std::size_t overflowingNumber(std::string_view text, std::string_view message) {
    const std::size_t first = message.find('\'');
    const std::size_t last = message.rfind('\'');
    if (first == std::string_view::npos || first == last) {
        return 1;
    }
    const std::string_view number = message.substr(first + 1, last - first - 1);
    const auto found = findOutsideTexts(
        text, [&](std::size_t byte, char /*c*/) { return text.substr(byte).starts_with(number); });
    return found.value_or(0) + 1;
}

/// Hears the parser's events and remembers the first key that stands twice in one object. A pass of
/// its own: a callback of the parser that builds the value makes it look at all members of an
/// object after each of them.
class DuplicateKey : public nlohmann::json_sax<nlohmann::json> {
public:
    bool null() override { return countItem(); }

    bool boolean(bool /*value*/) override { return countItem(); }

    bool number_integer(number_integer_t /*value*/) override { return countItem(); }

    bool number_unsigned(number_unsigned_t /*value*/) override { return countItem(); }

    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
        return countItem();
    }

    bool string(string_t& /*value*/) override { return countItem(); }

    bool binary(binary_t& /*value*/) override { return countItem(); }

    bool start_object(std::size_t /*members*/) override { return open(false); }

    bool start_array(std::size_t /*items*/) override { return open(true); }

    bool end_object() override { return close(); }

    bool end_array() override { return close(); }

    /// False at the first key that stands twice.
    bool key(string_t& key) override {
        m_open.back().lastKey = key;
        if (m_open.back().keys.insert(key).second) {
            return true;
        }
        m_key = key;
        for (const Open& open : m_open) {
            nlohmann::json::json_pointer step;
            open.isList ? step.push_back(std::to_string(open.items - 1))
                        : step.push_back(open.lastKey);
            m_pointer += step.to_string();
        }
        return false;
    }

    bool parse_error(std::size_t /*byte*/,
                     const std::string& /*token*/,
                     const nlohmann::json::exception& /*error*/) override {
        return false;
    }

    [[nodiscard]] const std::optional<std::string>& found() const { return m_key; }

    [[nodiscard]] const std::string& pointer() const { return m_pointer; }

private:
    struct Open {
        bool isList = false;
        std::size_t items = 0; ///< of a list
        std::string lastKey{}; ///< of an object
        std::set<std::string> keys{};
    };

    bool countItem() {
        if (!m_open.empty()) {
            ++m_open.back().items;
        }
        return true;
    }

    bool open(bool isList) {
        countItem();
        m_open.emplace_back().isList = isList;
        return true;
    }

    bool close() {
        m_open.pop_back();
        return true;
    }

    std::vector<Open> m_open;
    std::optional<std::string> m_key;
    std::string m_pointer;
};

} // namespace

Expected<nlohmann::json>
parseJsonText(std::string_view text, std::string_view fileName, std::string_view code) {
    const auto at = [&](std::size_t byte, const char* pattern, std::vector<std::string> more = {}) {
        return failure(notJsonAt(fileName, code, text, byte, pattern, std::move(more)));
    };
    if (const std::size_t byte = controlCharacter(text); byte < text.size()) {
        return at(byte + 1,
                  translatable("core",
                               "This is no text file: a control character stands at line {0}, "
                               "column {1}."));
    }
    if (const auto byte = tooDeep(text)) {
        return at(*byte + 1,
                  translatable("core", "Objects and lists stand within each other at line {0}, "
                                       "column {1}, {2} deep; allowed: {3}."),
                  {std::to_string(deepestNesting + 1), std::to_string(deepestNesting)});
    }
    try {
        nlohmann::json json = nlohmann::json::parse(text);
        DuplicateKey duplicate;
        (void)nlohmann::json::sax_parse(text, &duplicate);
        if (duplicate.found()) {
            return failure(notJson(
                std::string(fileName) + "#" + duplicate.pointer(), code,
                {translatable("core", "The key \"{0}\" stands twice in one object; allowed: once."),
                 {*duplicate.found()}}));
        }
        return json;
    } catch (const nlohmann::json::parse_error& error) {
        if (error.byte > text.size()) {
            return at(error.byte,
                      translatable("core", "The file is truncated: its JSON text ends at line {0}, "
                                           "column {1}."));
        }
        return at(error.byte,
                  translatable("core", "The file is not JSON at line {0}, column {1}: {2}."),
                  {reason(error.what())});
    } catch (const nlohmann::json::out_of_range& error) {
        return at(overflowingNumber(text, error.what()),
                  translatable("core", "The file cannot be read at line {0}, column {1}: {2}."),
                  {reason(error.what())});
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

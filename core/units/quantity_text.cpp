#include "core/units/quantity_text.h"

#include "core/units/unit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace roofplan {

namespace {

/// A number as it stands in a text: its digits with a point, its power of ten, and what follows.
struct Numeral {
    std::string digits;
    std::int64_t exponent = 0;
    std::string unit;
};

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isMark(char c) {
    return c == '.' || c == ',';
}

bool isGroupMark(char c) {
    return c == ' ' || c == '\'';
}

/// All blanks as ' ', all apostrophes as '\'', the minus sign as '-'; no blanks at either end.
std::string normalised(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, char>, 8> replacements{{
        {"\xC2\xA0", ' '},      // no-break space
        {"\xE2\x80\xAF", ' '},  // narrow no-break space
        {"\xE2\x80\x89", ' '},  // thin space
        {"\xE2\x80\x87", ' '},  // figure space
        {"\xE2\x80\x99", '\''}, // right single quotation mark
        {"\xE2\x88\x92", '-'},  // minus sign
        {"\t", ' '},
        {"\n", ' '},
    }};
    std::string result;
    while (!text.empty()) {
        const auto* const hit = std::ranges::find_if(
            replacements, [text](const auto& pair) { return text.starts_with(pair.first); });
        const bool found = hit != replacements.end();
        result += found ? hit->second : text.front();
        text.remove_prefix(found ? hit->first.size() : 1);
    }
    const std::size_t first = result.find_first_not_of(' ');
    const std::size_t last = result.find_last_not_of(' ');
    return first == std::string::npos ? std::string{} : result.substr(first, last - first + 1);
}

/// Whether `digits` is groups of three by one and the same mark, the first group of one to three.
bool isGrouped(std::string_view digits) {
    const auto first =
        static_cast<std::size_t>(std::ranges::find_if_not(digits, isDigit) - digits.begin());
    if (first == 0 || first > 3 || first == digits.size() || (digits.size() - first) % 4 != 0) {
        return false;
    }
    for (std::size_t i = first; i < digits.size(); ++i) {
        const bool shouldBeMark = (i - first) % 4 == 0;
        if (shouldBeMark ? digits[i] != digits[first] : !isDigit(digits[i])) {
            return false;
        }
    }
    return true;
}

std::string onlyDigits(std::string_view text) {
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits), isDigit);
    return digits;
}

/// The digits of `body` (digits, marks, group marks) with a point as decimal mark; nothing when the
/// marks make no sense.
std::optional<std::string> plainDigits(std::string_view body) {
    const auto marks = std::ranges::count_if(body, isMark);
    const bool grouped = std::ranges::any_of(body, isGroupMark);
    const std::size_t last = body.find_last_of(".,");
    if (marks > 1 && !grouped && std::ranges::count(body, body[last]) == marks) {
        return isGrouped(body) ? std::optional(onlyDigits(body)) : std::nullopt;
    }
    const std::string_view whole = body.substr(0, last);
    const std::string_view fraction =
        last == std::string_view::npos ? std::string_view{} : body.substr(last + 1);
    const bool wholeIsFine = std::ranges::all_of(whole, isDigit) || isGrouped(whole);
    if (!wholeIsFine || !std::ranges::all_of(fraction, isDigit) ||
        whole.size() + fraction.size() == 0) {
        return std::nullopt;
    }
    return fraction.empty() ? onlyDigits(whole) : fmt::format("{}.{}", onlyDigits(whole), fraction);
}

/// "1,234": one comma that may group or divide. A leading 0 or a fourth digit in front says which.
bool isAmbiguous(std::string_view body) {
    const std::size_t comma = body.find(',');
    return comma != std::string_view::npos && body.front() != '0' && isGrouped(body) &&
           body.find(',', comma + 1) == std::string_view::npos;
}

/// Where the digits, marks and groups at the start of `text` end.
std::size_t bodyLength(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        const bool inGroup = isGroupMark(text[i]) && i > 0 && isDigit(text[i - 1]) &&
                             i + 1 < text.size() && isDigit(text[i + 1]);
        if (!isDigit(text[i]) && !isMark(text[i]) && !inGroup) {
            break;
        }
        ++i;
    }
    return i;
}

/// The exponent at the start of `rest` ("e13", "E-6"), which is taken off it; 0 without one.
std::int64_t takeExponent(std::string_view& rest) {
    static constexpr std::int64_t beyondAnyDouble = 1'000'000;
    if (rest.size() < 2 || (rest[0] != 'e' && rest[0] != 'E')) {
        return 0;
    }
    std::string_view digits = rest.substr(rest[1] == '+' ? 2 : 1);
    std::int64_t exponent = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (error == std::errc::invalid_argument) {
        return 0;
    }
    rest = std::string_view(end, rest.data() + rest.size());
    if (error == std::errc::result_out_of_range) {
        return digits.front() == '-' ? -beyondAnyDouble : beyondAnyDouble;
    }
    return std::clamp(exponent, -beyondAnyDouble, beyondAnyDouble);
}

Diagnostic problem(const char* code, std::string_view field, Text text) {
    return {.code = code, .place = std::string(field), .text = std::move(text)};
}

Diagnostic noNumber(std::string_view text, std::string_view field) {
    return problem(
        "number.syntax", field,
        {translatable("core",
                      "\"{0}\" is no number; allowed are numbers such as 1500, 0.5 or 1.5e13."),
         {std::string(text)}});
}

Diagnostic twoReadings(std::string_view text, std::string_view body, std::string_view field) {
    std::string decimal(body);
    std::ranges::replace(decimal, ',', '.');
    return problem("number.ambiguous", field,
                   {translatable("core", "\"{0}\" can mean {1} or {2}; write one of these."),
                    {std::string(text), decimal, onlyDigits(body)}});
}

Diagnostic unknownUnit(const std::string& unit, UnitKind kind, std::string_view field) {
    const std::string allowed = unitList(kind);
    if (allowed.empty()) {
        return problem(
            "number.unit", field,
            {translatable("core", "found the unit \"{0}\"; no unit is allowed."), {unit}});
    }
    return problem(
        "number.unit", field,
        {translatable("core", "found the unit \"{0}\"; allowed: {1}."), {unit, allowed}});
}

Diagnostic outOfRange(std::string_view text, std::string_view field) {
    return problem("number.range", field,
                   {translatable("core", "\"{0}\" is too large or too small to calculate with."),
                    {std::string(text)}});
}

Expected<Numeral> readNumeral(std::string_view text, std::string_view field) {
    std::string_view rest = text;
    const bool negative = rest.front() == '-';
    if (negative || rest.front() == '+') {
        rest.remove_prefix(1);
    }
    const std::string_view body = rest.substr(0, bodyLength(rest));
    rest.remove_prefix(body.size());
    const std::optional<std::string> digits = body.empty() ? std::nullopt : plainDigits(body);
    if (!digits) {
        return failure(noNumber(text, field));
    }
    if (isAmbiguous(body)) {
        return failure(twoReadings(text, body, field));
    }
    const std::int64_t exponent = takeExponent(rest);
    return Numeral{
        .digits = (negative ? "-" : "") + *digits, .exponent = exponent, .unit = normalised(rest)};
}

/// The unit whose number is shown for `value`: the largest that it reaches after rounding.
const Unit& fittingUnit(double value, UnitKind kind, int digits) {
    const std::span<const Unit> units = unitsOf(kind);
    const Unit* smallest = &units.front();
    const Unit* best = nullptr;
    for (const Unit& unit : units) {
        if (unit.shownFrom == 0.0) {
            continue;
        }
        if (unit.factor() < smallest->factor()) {
            smallest = &unit;
        }
        const double rounding = 0.5 * std::pow(10.0, -digits);
        const bool reached = std::abs(value) / unit.factor() >= unit.shownFrom * (1.0 - rounding);
        if (reached && (best == nullptr || unit.factor() > best->factor())) {
            best = &unit;
        }
    }
    if (value == 0.0) {
        return units.front();
    }
    return best != nullptr ? *best : *smallest;
}

bool keepsTrailingZeros(UnitKind kind) {
    return kind == UnitKind::Time || kind == UnitKind::Currency || kind == UnitKind::HourlyPrice;
}

void dropTrailingZeros(std::string& number) {
    if (number.find('.') == std::string::npos) {
        return;
    }
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') {
        number.pop_back();
    }
}

/// The fewest digits that tell a number ≥ 0 from every other, and the power of ten of the first.
std::pair<std::string, int> shortestDigits(double number) {
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                       std::chars_format::scientific);
    const std::string_view text(buffer.data(),
                                static_cast<std::size_t>(written.ptr - buffer.data()));
    const std::size_t mark = text.find('e');
    const std::string_view exponent = text.substr(mark + (text[mark + 1] == '+' ? 2 : 1));
    int power = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
    return {onlyDigits(text.substr(0, mark)), power};
}

/// `digits` with the decimal point where it belongs; with an exponent where zeros would fill a
/// line.
std::string plainText(std::string digits, int power) {
    constexpr int mostZeros = 15;
    if (std::abs(power) > mostZeros) {
        digits.insert(1, digits.size() > 1 ? "." : "");
        return fmt::format("{}e{}", digits, power);
    }
    digits.insert(0, static_cast<std::size_t>(std::max(-power, 0)), '0');
    const auto whole = static_cast<std::size_t>(std::max(power, 0)) + 1;
    digits.append(whole - std::min(whole, digits.size()), '0');
    digits.insert(whole, digits.size() > whole ? "." : "");
    return digits;
}

std::string roundedText(double number, int digits, bool keepZeros) {
    const double magnitude = std::abs(number);
    if (number == 0.0 || !std::isfinite(number)) {
        return number == 0.0 ? "0" : fmt::format("{}", number);
    }
    if (magnitude >= 1e15 || magnitude < 1e-4) {
        return fmt::format("{:.{}g}", number, digits);
    }
    const std::string scientific = fmt::format("{:.{}e}", number, digits - 1);
    int exponent = 0;
    const char* const start = scientific.data() + scientific.find('e') + 1;
    std::from_chars(*start == '+' ? start + 1 : start, scientific.data() + scientific.size(),
                    exponent);
    std::string text = fmt::format("{:.{}f}", number, std::max(0, digits - 1 - exponent));
    if (!keepZeros) {
        dropTrailingZeros(text);
    }
    return text;
}

} // namespace

Expected<double> parseQuantity(std::string_view text, UnitKind kind, std::string_view field) {
    const std::string clean = normalised(text);
    if (clean.empty()) {
        return failure(
            problem("number.empty", field,
                    {translatable("core", "The field is empty; a number is needed."), {}}));
    }
    const Expected<Numeral> numeral = readNumeral(clean, field);
    if (!numeral) {
        return tl::unexpected(numeral.error());
    }
    const Unit* unit =
        numeral->unit.empty() ? &unitsOf(kind).front() : findUnit(numeral->unit, kind);
    if (unit == nullptr) {
        const bool moreNumbers =
            std::ranges::any_of(numeral->unit, [](char c) { return isDigit(c) || isMark(c); });
        return failure(moreNumbers ? noNumber(text, field)
                                   : unknownUnit(numeral->unit, kind, field));
    }
    const std::string digits =
        fmt::format("{}e{}", numeral->digits, numeral->exponent + unit->exponent);
    double number = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    number = number * unit->multiply / unit->divide;
    if (error != std::errc{} || !std::isfinite(number)) {
        return failure(outOfRange(text, field));
    }
    return number;
}

std::string quantityText(double value, UnitKind kind, int digits) {
    const int kept = std::clamp(digits, 1, 17);
    const Unit& unit = fittingUnit(value, kind, kept);
    const std::string number = roundedText(value / unit.factor(), kept, keepsTrailingZeros(kind));
    return unit.name.empty() ? number : fmt::format("{} {}", number, unit.name);
}

std::string exactText(double value) {
    return fmt::format("{}", value);
}

std::string exactText(double value, int power) {
    const auto [digits, first] = shortestDigits(value);
    return value == 0.0 ? "0" : plainText(digits, first - power);
}

std::optional<double> unitFactor(std::string_view unit, UnitKind kind) {
    const Unit* const found = findUnit(unit, kind);
    return found == nullptr ? std::nullopt : std::optional(found->factor());
}

std::string unitList(UnitKind kind) {
    std::string list;
    for (const Unit& unit : unitsOf(kind)) {
        if (unit.listed) {
            list += (list.empty() ? "" : ", ") + std::string(unit.name);
        }
    }
    return list;
}

} // namespace roofplan

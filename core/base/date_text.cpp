#include "core/base/date_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace roofplan {

namespace {

bool isLeapYear(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

} // namespace

bool isDate(std::string_view text) {
    static constexpr std::string_view form = "dddd-dd-dd";
    const bool formed = std::ranges::equal(
        text, form, [](char c, char f) { return f == 'd' ? c >= '0' && c <= '9' : c == f; });
    if (!formed) {
        return false;
    }
    const auto number = [text](std::size_t at, std::size_t length) {
        int value = 0;
        std::from_chars(text.data() + at, text.data() + at + length, value);
        return value;
    };
    static constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int month = number(5, 2);
    const int day = number(8, 2);
    if (month < 1 || month > 12) {
        return false;
    }
    const int leapDay = month == 2 && isLeapYear(number(0, 4)) ? 1 : 0;
    return day >= 1 && day <= days[static_cast<std::size_t>(month) - 1] + leapDay;
}

bool isSourceDate(std::string_view text) {
    constexpr std::size_t ofYear = 4;
    constexpr std::size_t ofMonth = 7;
    const std::string_view rest = text.size() == ofYear ? "-01-01" : "-01";
    const bool shortForm = text.size() == ofYear || text.size() == ofMonth;
    return isDate(shortForm ? std::string(text) + std::string(rest) : std::string(text));
}

} // namespace roofplan

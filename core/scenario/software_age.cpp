#include "core/scenario/software_age.h"

#include <algorithm>
#include <charconv>

namespace roofplan {

double yearsOfAge(std::string_view date) {
    constexpr double reference = 2026.6;
    constexpr double most = 3.0;
    int year = 0;
    int month = 1;
    const std::string_view years = date.substr(0, date.find('-'));
    if (std::from_chars(years.data(), years.data() + years.size(), year).ec != std::errc()) {
        return 0.0;
    }
    if (date.size() > years.size() + 1) {
        const std::string_view months = date.substr(years.size() + 1, 2);
        (void)std::from_chars(months.data(), months.data() + months.size(), month);
    }
    const double when = year + (month - 0.5) / 12.0;
    return std::clamp(reference - when, 0.0, most);
}

} // namespace roofplan

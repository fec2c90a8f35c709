#include "core/scenario/divisor_text.h"

#include "core/scenario/scenario_finding.h"

#include <algorithm>
#include <vector>

namespace roofplan {

std::string
divisors(std::int64_t value, std::int64_t limit, FunctionRef<bool(std::int64_t)> suits) {
    std::vector<std::int64_t> found;
    for (std::int64_t d = 1; d * d <= value; ++d) {
        if (value % d == 0) {
            found.push_back(d);
            found.push_back(value / d);
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::string text;
    for (const std::int64_t d : found) {
        const bool listed = d <= limit && suits(d);
        text += !listed ? "" : (text.empty() ? "" : ", ") + number(d);
    }
    return text;
}

std::string divisors(std::int64_t value, std::int64_t limit) {
    return divisors(value, limit, [](std::int64_t) { return true; });
}

} // namespace roofplan

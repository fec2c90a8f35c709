#include "core/catalogue/catalogue_check.h"

#include "core/catalogue/check_rules.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace roofplan {

Diagnostic implausible(std::string code, const Fact& fact, Text text) {
    return {.severity = Severity::Warning,
            .code = std::move(code),
            .place = fact.place,
            .text = std::move(text)};
}

std::string shownValue(const Fact& fact) {
    return quantityText(fact.used, fact.kind);
}

const Fact*
preferredFact(const Catalogue& catalogue, std::string_view entry, std::string_view property) {
    const auto found = std::ranges::find_if(catalogue.facts, [&](const Fact& fact) {
        return fact.preferred && fact.property == property && fact.entry == entry;
    });
    return found == catalogue.facts.end() ? nullptr : &*found;
}

bool areClose(double a, double b, double tolerance) {
    return std::abs(a / b - 1.0) <= tolerance;
}

int dayNumber(std::string_view date) {
    constexpr int daysOfAMonth = 30;
    int parts[] = {0, 1, 1};
    std::size_t count = 0;
    while (!date.empty() && count < std::size(parts)) {
        const std::string_view part = date.substr(0, date.find('-'));
        const auto read = std::from_chars(part.data(), part.data() + part.size(), parts[count]);
        if (read.ec != std::errc() || read.ptr != part.data() + part.size()) {
            return 0;
        }
        date.remove_prefix(std::min(part.size() + 1, date.size()));
        ++count;
    }
    const bool sound = parts[1] >= 1 && parts[1] <= 12 && parts[2] >= 1 && parts[2] <= 31;
    return !sound || !date.empty()
               ? 0
               : parts[0] * daysOfAYear + (parts[1] - 1) * daysOfAMonth + parts[2];
}

Diagnostics checkCatalogue(const Catalogue& catalogue) {
    Diagnostics findings;
    checkFacts(catalogue, findings);
    checkHardware(catalogue, findings);
    checkPrices(catalogue, findings);
    checkStorage(catalogue, findings);
    checkAccuracy(catalogue, findings);
    return findings;
}

} // namespace roofplan

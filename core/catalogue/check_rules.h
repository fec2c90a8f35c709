// What the rules of plausibility share; for core/catalogue/*_check.cpp only.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/catalogue.h"

#include <string>
#include <string_view>

namespace roofplan {

void checkFacts(const Catalogue& catalogue, Diagnostics& findings);
void checkHardware(const Catalogue& catalogue, Diagnostics& findings);
void checkPrices(const Catalogue& catalogue, Diagnostics& findings);
void checkAccuracy(const Catalogue& catalogue, Diagnostics& findings);
void checkStorage(const Catalogue& catalogue, Diagnostics& findings);

[[nodiscard]] Diagnostic implausible(std::string code, const Fact& fact, Text text);

/// A fact's number as it is used, with its unit.
[[nodiscard]] std::string shownValue(const Fact& fact);

/// The preferred fact of a property of an entry, or null. For properties that no member of the
/// entry holds.
[[nodiscard]] const Fact*
preferredFact(const Catalogue& catalogue, std::string_view entry, std::string_view property);

/// |a/b − 1| within `tolerance`.
[[nodiscard]] bool areClose(double a, double b, double tolerance);

inline constexpr int daysOfAYear = 365;

/// Days since some day for "2026-09-15", "2026-09" or "2026" (the first day of it), every month of
/// 30 days; 0 for what is no date.
[[nodiscard]] int dayNumber(std::string_view date);

/// A year after the dates of nine in ten facts: what is dated later is mistyped.
[[nodiscard]] int lastPlausibleDay(const Catalogue& catalogue);

} // namespace roofplan

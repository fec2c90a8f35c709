// How the checks of a scenario word what they find; the place is a field's key.
#pragma once

#include "core/base/diagnostic.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

namespace roofplan {

[[nodiscard]] inline Diagnostic
finding(Severity severity, const char* code, const char* field, Text text, Text hint = {}) {
    return {.severity = severity,
            .code = code,
            .place = field,
            .text = std::move(text),
            .hint = std::move(hint)};
}

[[nodiscard]] inline std::string number(std::int64_t value) {
    return fmt::format("{}", value);
}

/// Without decimals.
[[nodiscard]] inline std::string number(double value) {
    return fmt::format("{:.0f}", value);
}

} // namespace roofplan

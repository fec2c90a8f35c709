// What the machine contract names and no physics answers yet: said, never guessed.
#pragma once

#include "core/base/diagnostic.h"

#include <span>
#include <string_view>

namespace roofplan {

/// A figure of the contract's headline that stays empty, and why.
struct NotModelled {
    std::string_view headlineKey;
    std::string_view code; ///< of the diagnostic that gives the reason
};

[[nodiscard]] std::span<const NotModelled> notModelled();

/// One note (severity Info) for each code above.
[[nodiscard]] Diagnostics notModelledReasons();

} // namespace roofplan

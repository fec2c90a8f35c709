// What the machine contract names and no physics answers yet: said, never guessed.
#pragma once

#include "core/base/diagnostic.h"

#include <span>

namespace roofplan {

/// A figure of the contract's headline that stays empty, and why.
struct NotModelled {
    const char* headlineKey;
    const char* code; ///< of the diagnostic that gives the reason
    const char* reason;
};

[[nodiscard]] std::span<const NotModelled> notModelled();

/// One note (severity Info) for each figure above, its place the figure's key.
[[nodiscard]] Diagnostics notModelledReasons();

} // namespace roofplan

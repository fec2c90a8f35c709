// JSON text to a value, or the line and column where it stops being JSON.
#pragma once

#include "core/base/expected.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace roofplan {

/// Objects and lists within each other; more is no file of ours, and comparing or printing it could
/// take more stack than there is.
inline constexpr std::size_t deepestNesting = 100;

/// Fails with `code`, place = `fileName` and a text that names line and column (from 1) and what
/// was found there; a text that ends too early is said to be truncated. Refused too are a key that
/// stands twice in one object (place = `fileName`#pointer), a control character, which no text file
/// holds, a number that no double can hold, and more than `deepestNesting`.
[[nodiscard]] Expected<nlohmann::json>
parseJsonText(std::string_view text, std::string_view fileName, std::string_view code);

/// A value as a message shows it: on one line, cut short when long; "{…}" and "[…]" for what has
/// members.
[[nodiscard]] std::string shownJson(const nlohmann::json& value);

} // namespace roofplan

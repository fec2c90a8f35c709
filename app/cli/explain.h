// The explanation of whatever number a name on the command line means.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofplan::cli {

/// Keys of the headline numbers: "mfu".
[[nodiscard]] std::vector<std::string> headlineNames();

/// Keys of the parts of memory: "activations".
[[nodiscard]] std::vector<std::string> memoryPartNames();

/// Keys of the headline numbers, the parts of memory and the terms of `result`.
[[nodiscard]] std::vector<std::string> explainableNames(const Result& result);

/// The headline number, part of memory or every term of that key in words; case and '-' against '_'
/// are no difference, and a headline number may leave its unit out ("step-time"). A plan that does
/// not fit is said first. Empty when nothing has that name.
[[nodiscard]] std::string
explained(const Result& result, std::string_view name, const Catalogue& catalogue);

} // namespace roofplan::cli

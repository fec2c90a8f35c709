// The explanation of whatever number a name on the command line means.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofplan::cli {

/// Keys of the terms of `result` and of the headline numbers.
[[nodiscard]] std::vector<std::string> explainableNames(const Result& result);

/// The headline number, or every term, of that key in words; a headline number may leave its unit
/// out ("step_time"). Empty when nothing has that name.
[[nodiscard]] std::string
explained(const Result& result, std::string_view name, const Catalogue& catalogue);

} // namespace roofplan::cli

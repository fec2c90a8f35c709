// "Did you mean …": the words that lie nearest to a mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// The words at the smallest edit distance from `word`, joined by ", "; empty when even these
/// differ in more than a third of the letters (and in more than one). Case and '-' against '_' are
/// no difference.
[[nodiscard]] std::string nearestWords(std::string_view word,
                                       const std::vector<std::string>& words);

} // namespace roofplan

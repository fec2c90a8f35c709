// What is sold as a part of something else cannot be a part of itself.
#pragma once

#include "core/catalogue/catalogue.h"

#include <string>
#include <vector>

namespace roofplan {

/// The ids of instances that are a part of themselves by `member` and `soldIn`.
[[nodiscard]] std::vector<std::string> instancesInCircles(const Catalogue& catalogue);

} // namespace roofplan

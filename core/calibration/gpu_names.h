// What published measurements call a GPU, and which one of the catalogue that is.
#pragma once

#include "core/catalogue/catalogue.h"

#include <optional>
#include <string>
#include <string_view>

namespace roofplan {

/// The id of the GPU that has `name` for id, name or alias; upper and lower case, spaces, dashes
/// and a leading "NVIDIA" do not matter. Absent where the catalogue has none.
[[nodiscard]] std::optional<std::string> gpuIdOf(std::string_view name, const Catalogue& catalogue);

} // namespace roofplan

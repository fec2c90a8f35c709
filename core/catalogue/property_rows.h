// The properties of a kind of entry by its name, for whoever asks about facts of any kind.
#pragma once

#include "core/catalogue/fact_reader.h"

#include <optional>
#include <string_view>
#include <vector>

namespace roofplan {

/// The properties of "gpu", "price"…; empty for a kind without facts, such as "model".
[[nodiscard]] std::vector<PropertyRow> propertyRows(std::string_view kind);

/// One of them.
[[nodiscard]] std::optional<PropertyRow> propertyRow(std::string_view kind,
                                                     std::string_view property);

/// Whether a fact of it is of a region.
[[nodiscard]] bool isRegional(std::string_view kind, std::string_view property);

} // namespace roofplan

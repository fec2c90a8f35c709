// Reads the entries of all kinds, and leaves out those that are wrong or need one that is.
#pragma once

#include "core/catalogue/catalogue_loader.h"
#include "core/catalogue/entry_load.h"

#include <span>

namespace roofplan {

/// As loadCatalogue() says, for entries of `kinds`, which stand in an order in which everything
/// that is needed has been read.
[[nodiscard]] LoadedCatalogue readCatalogue(const std::filesystem::path& shipped,
                                            const std::filesystem::path& own,
                                            std::span<const Kind> kinds);

} // namespace roofplan

// What an entry stands on and what stands on it, by id.
#pragma once

#include "app/cli/catalogue_entries.h"

#include <string>
#include <vector>

namespace roofplan::cli {

struct CatalogueLink {
    const char* key;   ///< "gpu"
    const char* title; ///< "GPU"
    std::vector<std::string> ids;
};

/// Only links that lead somewhere.
[[nodiscard]] std::vector<CatalogueLink> catalogueLinks(const CatalogueEntry& entry,
                                                        const Catalogue& catalogue);

} // namespace roofplan::cli

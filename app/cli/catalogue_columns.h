// What of an entry stands in its line of `catalogue list`: the facts that matter for its kind.
#pragma once

#include "app/cli/catalogue_entries.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace roofplan::cli {

struct CatalogueColumn {
    const char* key;              ///< in JSON, with the unit: "memory_bytes"
    const char* title;            ///< "memory"
    std::string text;             ///< "140.4 GiB"; "unknown" where there is no figure
    nlohmann::ordered_json value; ///< null where there is no figure
};

/// The same keys for every entry of a kind.
[[nodiscard]] std::vector<CatalogueColumn> catalogueColumns(const CatalogueEntry& entry,
                                                            const Catalogue& catalogue);

} // namespace roofplan::cli

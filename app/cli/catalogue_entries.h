// The catalogue as a flat list: what there is, by kind and id, and the facts of an entry.
#pragma once

#include "core/catalogue/catalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofplan::cli {

struct CatalogueEntry {
    std::string kind; ///< "gpus", as the folder of specs is called
    std::string id;
    std::string name;
};

/// Sorted by kind as in the catalogue, then as loaded.
[[nodiscard]] std::vector<CatalogueEntry> catalogueEntries(const Catalogue& catalogue);

/// The kinds, each once.
[[nodiscard]] std::vector<std::string> catalogueKinds(const Catalogue& catalogue);

/// The facts of an entry; those that stand below another one as its rivals are left out. `kind`
/// tells an instance from its prices, which have the same id.
[[nodiscard]] std::vector<FactId>
factsOf(const Catalogue& catalogue, std::string_view kind, std::string_view id);

} // namespace roofplan::cli

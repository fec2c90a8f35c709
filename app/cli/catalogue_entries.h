// The catalogue as a flat list: what there is, by kind and id, and the facts of an entry.
#pragma once

#include "core/catalogue/catalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofplan::cli {

struct CatalogueEntry {
    std::string kind; ///< "gpus", as the folder of specs is called; or "purchase_rules"
    std::string folder;
    std::string id;
    std::string name;
};

/// Sorted by kind as in the catalogue, then as loaded.
[[nodiscard]] std::vector<CatalogueEntry> catalogueEntries(const Catalogue& catalogue);

/// What an entry may be, whether there are any or not.
[[nodiscard]] std::vector<std::string> catalogueKinds();

/// The facts of an entry; those that stand below another one as its rivals are left out.
[[nodiscard]] std::vector<FactId> factsOf(const Catalogue& catalogue, const CatalogueEntry& entry);

/// The figures that an entry says are absent.
[[nodiscard]] std::vector<AbsentFigure> absentOf(const Catalogue& catalogue,
                                                 const CatalogueEntry& entry);

} // namespace roofplan::cli

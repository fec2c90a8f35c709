// From a fact on the screen to a number of the user's in its place.
#pragma once

#include "ui/catalogue/catalogue_entry.h"
#include "ui/catalogue/own_value_dialog.h"

#include <optional>

namespace roofplan::ui {

/// Which fact it is: kind, folder, entry, property and region; no number.
[[nodiscard]] OwnFact ownFactKey(const CatalogueEntry& entry, const Fact& fact);

/// False for a property that is not known.
[[nodiscard]] bool mayHaveOwnValue(const CatalogueEntry& entry, const Fact& fact);

/// What to ask for a number in the place of a fact; it proposes the unit and convention in use.
[[nodiscard]] std::optional<OwnValueQuestion>
ownValueQuestion(const CatalogueEntry& entry, FactId id, const Catalogue& catalogue);

} // namespace roofplan::ui

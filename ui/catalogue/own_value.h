// From a fact on the screen to a number of the user's in its place.
#pragma once

#include "ui/catalogue/catalogue_entry.h"
#include "ui/catalogue/own_value_dialog.h"

#include <optional>

namespace roofplan::ui {

/// Which fact it is: kind, folder, entry, property and region; no number.
[[nodiscard]] OwnFact
ownFactKey(const CatalogueEntry& entry, const std::string& property, const std::string& region);

/// What to ask for a number in the place of a fact; it proposes the unit and convention in use.
/// None for a property that is not known.
[[nodiscard]] std::optional<OwnValueQuestion>
ownValueQuestion(const CatalogueEntry& entry, FactId id, const Catalogue& catalogue);

/// What to ask for a number that is said not to exist; also the region where that is said of all.
[[nodiscard]] std::optional<OwnValueQuestion> ownValueQuestion(const CatalogueEntry& entry,
                                                               const AbsentFigure& figure,
                                                               const Catalogue& catalogue);

} // namespace roofplan::ui

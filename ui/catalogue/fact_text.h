// The page of a fact: published → used, why it is preferred, its source, its rivals.
#pragma once

#include "core/catalogue/catalogue.h"

#include <QString>

namespace roofplan::ui {

/// HTML for a DetailBrowser.
[[nodiscard]] QString factPage(FactId id, const Catalogue& catalogue);

} // namespace roofplan::ui

// The page of a fact: published → used, why it is preferred, its source, its rivals.
#pragma once

#include "core/catalogue/catalogue.h"

#include <QString>

namespace roofplan::ui {

/// HTML for a DetailBrowser.
[[nodiscard]] QString factPage(FactId id, const Catalogue& catalogue);

/// The page of a figure that does not exist: why, and who says so.
[[nodiscard]] QString absentPage(const AbsentFigure& figure, const QString& entryName);

} // namespace roofplan::ui

// The forms that a property is published in: its units and conventions.
#pragma once

#include "core/catalogue/fact_reader.h"

#include <QString>

#include <vector>

namespace roofplan::ui {

/// The units; one empty text where there are none.
[[nodiscard]] std::vector<QString> allowedUnits(const PropertyRow& row);

/// The conventions, without the one for hardware that has no figure; empty where there are none.
[[nodiscard]] std::vector<QString> allowedConventions(const PropertyRow& row);

} // namespace roofplan::ui

// The page of a model: its parameters by part, its layers, where its shape is from.
#pragma once

#include "core/catalogue/catalogue.h"

#include <QString>

namespace roofplan::ui {

/// HTML for a DetailBrowser.
[[nodiscard]] QString modelPage(const ModelEntry& model);

} // namespace roofplan::ui

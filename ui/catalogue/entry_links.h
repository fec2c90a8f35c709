// Which other entries an entry of the catalogue refers to.
#pragma once

#include "ui/catalogue/catalogue_entry.h"

namespace roofplan::ui {

/// "GPU NVIDIA H200 SXM · Network EFA v3" as HTML with links "entry:gpus/h200-sxm"; empty without
/// any.
[[nodiscard]] QString entryLinks(const CatalogueEntry& entry, const Catalogue& catalogue);

} // namespace roofplan::ui

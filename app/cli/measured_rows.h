// Files of measured rows as verbs read them.
#pragma once

#include "app/cli/arguments.h"
#include "core/calibration/row_conventions.h"

#include <optional>

namespace roofplan::cli {

/// What training rows are silent about; absent, with messages, where the file is missing or wrong.
[[nodiscard]] std::optional<RowConventions> shippedConventions(const SpecFolders& folders);

} // namespace roofplan::cli

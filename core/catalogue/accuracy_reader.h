// Reads what `roofplan-cli calibrate` found out about the accuracy of the model.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/accuracy.h"

#include <filesystem>
#include <optional>

namespace roofplan {

/// measurements/accuracy.json of `own` where there is one, else of `shipped`; a file of the user's
/// that is wrong leaves the shipped one. Absent where neither can be read: a warning where there is
/// no file, errors where it is wrong. Its schema is the one of `shipped`.
[[nodiscard]] std::optional<Accuracy> readAccuracy(const std::filesystem::path& shipped,
                                                   const std::filesystem::path& own,
                                                   Diagnostics& findings);

} // namespace roofplan

// Whole text files in memory, with a message that names the file when one cannot be read.
#pragma once

#include "core/base/expected.h"

#include <filesystem>
#include <string>

namespace roofplan {

/// The content of `path`. Fails (code "file.unreadable" or "file.too_large") for what is missing, a
/// folder, unreadable, or larger than 64 MiB, which no file of ours is.
[[nodiscard]] Expected<std::string> readTextFile(const std::filesystem::path& path);

} // namespace roofplan

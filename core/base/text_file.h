// Whole text files, read and written, with a message that names the file when one cannot be.
#pragma once

#include "core/base/expected.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace roofplan {

/// 64 MiB, which no file of ours has.
inline constexpr std::uintmax_t largestTextFile = std::uintmax_t{64} << 20U;

/// The content of `path`. Fails (code "file.unreadable" or "file.too_large") for what is missing, a
/// folder, unreadable, or larger than `most` bytes.
[[nodiscard]] Expected<std::string> readTextFile(const std::filesystem::path& path,
                                                 std::uintmax_t most = largestTextFile);

/// Writes `text` to `path` as a whole or not at all: into a file beside it that takes its place
/// once it is on the disk. Makes the folders that are missing; what `path` links to is written, not
/// the link. Fails (code "file.unwritable") with the reason; the file is then as before.
[[nodiscard]] Expected<void> writeTextFile(const std::filesystem::path& path,
                                           std::string_view text);

} // namespace roofplan

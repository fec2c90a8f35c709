// Where the program finds what it ships, specs/ and the examples, and what is the user's own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace roofplan {

/// The folder of specs, the first that applies: `given` (of --specs), the environment variable
/// ROOFPLAN_SPECS, ../share/roofplan/specs beside the executable, specs/ of the source tree.
/// `executableFolder` is where the program lies.
[[nodiscard]] std::filesystem::path specsFolder(const std::string& given,
                                                const std::filesystem::path& executableFolder);

/// The user's own folder of specs, the first that applies: `given` (of --own-specs), the
/// environment variable ROOFPLAN_OWN_SPECS, $XDG_CONFIG_HOME/roofplan/specs,
/// ~/.config/roofplan/specs. An empty text, given or in ROOFPLAN_OWN_SPECS, is no folder at all; so
/// is a missing home.
[[nodiscard]] std::filesystem::path ownSpecsFolder(const std::optional<std::string>& given);

/// ../share/roofplan/examples beside the executable, or resources/examples of the source tree.
[[nodiscard]] std::filesystem::path examplesFolder(const std::filesystem::path& executableFolder);

} // namespace roofplan

// Where the program finds what it ships: specs/ and the examples.
#pragma once

#include <filesystem>
#include <string>

namespace roofplan {

/// The folder of specs, the first that applies: `given` (of --specs), the environment variable
/// ROOFPLAN_SPECS, ../share/roofplan/specs beside the executable, specs/ of the source tree.
/// `executableFolder` is where the program lies.
[[nodiscard]] std::filesystem::path specsFolder(const std::string& given,
                                                const std::filesystem::path& executableFolder);

/// ../share/roofplan/examples beside the executable, or resources/examples of the source tree.
[[nodiscard]] std::filesystem::path examplesFolder(const std::filesystem::path& executableFolder);

} // namespace roofplan

#include "app/paths.h"

#include <cstdlib>
#include <system_error>

namespace roofplan {

namespace {

std::filesystem::path installedOr(const std::filesystem::path& executableFolder,
                                  const char* name,
                                  const std::filesystem::path& sourceFolder) {
    std::error_code error;
    std::filesystem::path installed = executableFolder.parent_path() / "share" / "roofplan" / name;
    return std::filesystem::is_directory(installed, error) ? installed : sourceFolder;
}

} // namespace

std::filesystem::path specsFolder(const std::string& given,
                                  const std::filesystem::path& executableFolder) {
    if (!given.empty()) {
        return given;
    }
    if (const char* variable = std::getenv("ROOFPLAN_SPECS");
        variable != nullptr && *variable != '\0') {
        return variable;
    }
    return installedOr(executableFolder, "specs", ROOFPLAN_SOURCE_SPECS);
}

std::filesystem::path ownSpecsFolder(const std::optional<std::string>& given) {
    if (given) {
        return *given;
    }
    if (const char* variable = std::getenv("ROOFPLAN_OWN_SPECS")) {
        return variable;
    }
    const auto inFolder = [](const char* name) {
        const char* const variable = std::getenv(name);
        const std::filesystem::path folder(variable == nullptr ? "" : variable);
        return folder.is_absolute() ? folder : std::filesystem::path();
    };
    if (const auto config = inFolder("XDG_CONFIG_HOME"); !config.empty()) {
        return config / "roofplan" / "specs";
    }
    const auto home = inFolder("HOME");
    return home.empty() ? home : home / ".config" / "roofplan" / "specs";
}

std::filesystem::path examplesFolder(const std::filesystem::path& executableFolder) {
    return installedOr(executableFolder, "examples", ROOFPLAN_SOURCE_EXAMPLES);
}

} // namespace roofplan

#include "app/cli/measured_rows.h"

#include "app/cli/console.h"

#include <filesystem>
#include <string>
#include <utility>

namespace roofplan::cli {

std::optional<RowConventions> shippedConventions(const SpecFolders& folders) {
    const std::string file =
        (std::filesystem::path(folders.shipped) / "measurements/conventions.json").string();
    const Expected<std::string> text = readInput(file);
    Expected<RowConventions> read = text ? RowConventions::read(*text, file)
                                         : Expected<RowConventions>(tl::unexpected(text.error()));
    if (!read) {
        printMessages(read.error());
        return std::nullopt;
    }
    return *std::move(read);
}

} // namespace roofplan::cli

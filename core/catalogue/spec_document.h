// One JSON file of a catalogue folder, read and parsed.
#pragma once

#include "core/base/expected.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace roofplan {

struct SpecDocument {
    std::string folder; ///< "gpus"
    std::string stem;   ///< file name without ".json": the id of the entry
    std::string file;   ///< relative to the catalogue folder, "gpus/h100-sxm.json"
    nlohmann::json json;

    /// "gpus/h100-sxm.json#/facts/3" for the pointer "/facts/3".
    [[nodiscard]] std::string place(const std::string& pointer = {}) const {
        return file + "#" + pointer;
    }
};

/// The names without ".json" of the spec files directly below `root`/`folder`, sorted.
[[nodiscard]] std::vector<std::string> stemsIn(const std::filesystem::path& root,
                                               const std::string& folder);

/// The *.json files directly below `root`/`folder`, sorted by name; unreadable and broken ones are
/// left out and described in `findings`. A folder that does not exist has none.
[[nodiscard]] std::vector<SpecDocument>
readSpecFolder(const std::filesystem::path& root, const std::string& folder, Diagnostics& findings);

} // namespace roofplan

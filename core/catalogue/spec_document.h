// One JSON file of a catalogue folder, read and parsed; or a shipped one with the user's own over
// it.
#pragma once

#include "core/base/expected.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace roofplan {

/// Which parts of a merged document are from the user's file.
struct OwnPart {
    std::string file;                                                ///< "own/gpus/h100-sxm.json"
    std::size_t firstFact = std::numeric_limits<std::size_t>::max(); ///< this and all behind it
    std::vector<std::size_t> facts{};             ///< their indices in the user's file
    std::set<std::string> members{};              ///< that took the place of shipped ones
    std::map<std::string, std::string> sources{}; ///< key here → key in the user's file
};

struct SpecDocument {
    std::string folder; ///< "gpus"
    std::string stem;   ///< file name without ".json": the id of the entry
    std::string file;   ///< relative to the catalogue folder, "gpus/h100-sxm.json"
    nlohmann::json json;
    bool own = false; ///< from the user's folder as a whole; `file` has "own/" in front
    std::optional<OwnPart> ownPart;

    /// "gpus/h100-sxm.json#/facts/3" for the pointer "/facts/3"; in the user's file where that part
    /// is from there.
    [[nodiscard]] std::string place(const std::string& pointer = {}) const;

    /// Whether a fact is the user's.
    [[nodiscard]] bool isOwnFact(std::size_t index) const {
        return own || (ownPart && index >= ownPart->firstFact);
    }
};

/// A file of a spec folder: its document, or why there is none.
struct SpecFile {
    std::string stem;
    Expected<SpecDocument> document;
};

/// The *.json files directly below `root`/`folder`, sorted by name; `prefix` stands in front of the
/// places of what is wrong ("own/"). A folder that does not exist has none; one that cannot be
/// listed is described in `findings`.
[[nodiscard]] std::vector<SpecFile> readSpecFolder(const std::filesystem::path& root,
                                                   const std::string& folder,
                                                   const std::string& prefix,
                                                   Diagnostics& findings);

/// `shipped` with the user's `own` over it, both objects and of one entry. The user's facts of a
/// property (and region) are preferred to the shipped ones; every other member takes the place of
/// the shipped one; sources of the same key are kept apart.
[[nodiscard]] SpecDocument mergedSpec(const SpecDocument& shipped, const SpecDocument& own);

} // namespace roofplan

// The user's own numbers: facts in their folder of spec files, which the loader reads over the
// shipped ones.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/fact.h"

#include <filesystem>
#include <optional>
#include <string>

namespace roofplan {

/// A number that a user puts in the place of a shipped one.
struct OwnFact {
    std::string kind;   ///< "gpu": the word of the spec file
    std::string folder; ///< "gpus"
    std::string entry;  ///< "h100-sxm"
    std::string property;
    std::string region; ///< of a price, empty otherwise
    double value = 0.0; ///< as published
    std::string unit;
    std::string convention; ///< as published, empty where the property has none
    std::string source;     ///< where the user has it from, a title
    std::string date;       ///< of the figure
    std::string note;
    std::string via; ///< what made the figure; empty: entered by hand, or read at the address
    std::optional<double> standardError; ///< in the published unit
};

/// Writes `fact` into own/FOLDER/ENTRY.json, made if need be, in the place of an earlier own fact
/// of that property and region; atomic. Fails where the number, its unit or convention, its source
/// or date are not acceptable (the place ends in "/value", "/unit"…), and where the file is broken
/// or cannot be written; nothing is then changed.
[[nodiscard]] Expected<void> setOwnFact(const std::filesystem::path& own, const OwnFact& fact);

/// Takes the own facts of a property (and region) out again, with the sources that only they had; a
/// file left without anything of its own is removed. Nothing to take out is no error.
[[nodiscard]] Expected<void> resetOwnFact(const std::filesystem::path& own,
                                          const std::string& folder,
                                          const std::string& entry,
                                          const std::string& property,
                                          const std::string& region);

} // namespace roofplan

// An entry while it is being read: what may become it, what was wrong, what it needs.
#pragma once

#include "core/catalogue/entry_load.h"

#include <filesystem>
#include <span>

namespace roofplan {

struct EntrySlot {
    EntryKey key;
    std::vector<SpecDocument> variants{}; ///< with the user's part first, then without
    std::size_t current = 0;              ///< past the end: the entry is left out
    const Kind* kind = nullptr;           ///< of the current variant
    Diagnostics findings{};               ///< of the current (or last) variant
    std::vector<Need> needs{};            ///< of the current variant
    std::string ownFile{};                ///< the user's file, empty when there is none
    Diagnostics ownFindings{};            ///< of what was given up with the user's part in it

    [[nodiscard]] bool exists() const { return current < variants.size(); }

    [[nodiscard]] bool hasMore() const { return current + 1 < variants.size(); }

    [[nodiscard]] const SpecDocument& document() const { return variants[current]; }

    [[nodiscard]] bool isWrong() const { return exists() && hasErrors(findings); }

    /// Goes on to the next variant, if there is one.
    void giveUp();

    /// What was wrong: the shipped file's, then at the places of the user's file what came with it.
    [[nodiscard]] Diagnostics allFindings() const;
};

/// The entries of both folders, by folder in the order of `kinds` and by name. What cannot be read
/// is described in the slots, and in `findings` where it belongs to none.
[[nodiscard]] std::vector<EntrySlot> readSlots(const std::filesystem::path& shipped,
                                               const std::filesystem::path& own,
                                               std::span<const Kind> kinds,
                                               Diagnostics& findings);

/// A slot that needs one that does not exist or is wrong, through however many others.
struct Dependent {
    std::size_t slot = 0;
    Diagnostic finding; ///< at what it needs
};

/// Those that are not wrong themselves.
[[nodiscard]] std::vector<Dependent> dependentsOfLeftOut(const std::vector<EntrySlot>& slots);

} // namespace roofplan

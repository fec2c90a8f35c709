// Reads folders of spec files into a catalogue: schema, references, units; conventions are
// normalised here, once, and nowhere else.
#pragma once

#include "core/base/diagnostic.h"
#include "core/catalogue/catalogue.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace roofplan {

/// Whatever could be read, and what was wrong with the rest.
struct LoadedCatalogue {
    Catalogue catalogue;
    Diagnostics findings; ///< errors: a file or an entry was left out

    /// Nothing had to be left out.
    [[nodiscard]] bool whole() const { return !hasErrors(findings); }
};

/// The catalogue in `shipped` (with gpus/, fabrics/, instances/, prices/, storage/, efficiency/,
/// stacks/, models/ and schema/ below it), with the files of the same folders in `own` read over
/// it: a file of a new id is a new entry; a file of a shipped id changes it: each of its facts is
/// preferred to the shipped ones of that property (which become its rivals), each other member
/// takes the place of the shipped one. An entry with an error, or that refers to one, is left out;
/// the rest loads. Findings name the file relative to its folder ("own/" in front for the user's)
/// with a JSON pointer. An empty `own` is none; a folder that does not exist is empty.
[[nodiscard]] LoadedCatalogue loadCatalogue(const std::filesystem::path& shipped,
                                            const std::filesystem::path& own = {});

/// What is known of a kind of entry without reading one.
struct EntryKind {
    std::string_view name;   ///< its word in a spec file, "gpu"
    std::string_view folder; ///< "gpus"
    std::string_view idKey;  ///< the member that holds its id, "id"
};

[[nodiscard]] std::vector<EntryKind> entryKinds();

} // namespace roofplan

// Reads a folder of spec files into a catalogue: schema, references, units; conventions are
// normalised here, once, and nowhere else.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"

#include <filesystem>

namespace roofplan {

/// The catalogue in `folder` (with gpus/, fabrics/, instances/, prices/, efficiency/, stacks/,
/// models/ and schema/ below it). All findings of all files are gathered before it fails; each
/// names the file relative to `folder` with a JSON pointer.
[[nodiscard]] Expected<Catalogue> loadCatalogue(const std::filesystem::path& folder);

} // namespace roofplan

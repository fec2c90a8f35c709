// Which answers rest on figures of the user's own.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

namespace roofplan::cli {

/// Adds a note for each own figure that `result`, with its terms, rests on and that `figures` does
/// not name yet.
void addOwnFigures(const Result& result, const Catalogue& catalogue, Diagnostics& figures);

} // namespace roofplan::cli

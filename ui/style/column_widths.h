// How columns share the width of a table.
#pragma once

#include <vector>

namespace roofplan::ui {

/// `widths` shrunk to add up to at most `room`: the widest columns give way, to one common width,
/// the others keep theirs. Nothing gets narrower than `least` that was not before.
[[nodiscard]] std::vector<int> fittedWidths(std::vector<int> widths, int room, int least);

} // namespace roofplan::ui

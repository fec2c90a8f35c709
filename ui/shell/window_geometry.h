// How large the window opens: as designed, but never beyond the screen.
#pragma once

#include <QRect>

namespace roofplan::ui {

/// Size of the first start on a screen with that much room (without panels).
[[nodiscard]] QSize startSize(const QSize& available);

/// The smallest size at which everything reads; less where the screen is smaller still.
[[nodiscard]] QSize leastSize(const QSize& available);

/// `window` (without its frame) shrunk and moved into `available`.
[[nodiscard]] QRect fittedInto(const QRect& window, const QRect& available);

} // namespace roofplan::ui

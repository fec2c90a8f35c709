// How well the answer is known, as the window says it.
#pragma once

#include "core/result/confidence.h"

#include <QString>

namespace roofplan::ui {

struct ConfidenceText {
    QString line;
    QString brief; ///< the line where there is little room
    QString help;  ///< all that is known, a tool tip of several lines
};

/// "Expect ±8.9 %: dense, H200 SXM, BF16 · 43 measured runs · outside what was measured: …".
[[nodiscard]] ConfidenceText shownConfidence(const Confidence& confidence);

} // namespace roofplan::ui

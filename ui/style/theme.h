// The colours of the window in one table, light and dark.
#pragma once

#include "core/result/bound.h"
#include "core/result/result.h"

#include <QColor>

#include <array>

class QWidget;

namespace roofplan::ui {

/// A bound's colour: as a fill, as text on the card, and for text on the fill.
struct BoundColour {
    QColor fill;
    QColor text;
    QColor onFill;
};

struct Theme {
    bool dark = false;
    QColor page;
    QColor card;
    QColor line;
    QColor ink;
    QColor muted;
    QColor accent;
    QColor onAccent;
    QColor field;     ///< background of editors and formula boxes
    QColor selection; ///< a selected row
    QColor grid;      ///< fainter than `line`
    QColor minorGrid;
    QColor error;
    std::array<BoundColour, boundNames.size()> bounds;
    std::array<QColor, static_cast<std::size_t>(MemoryPart::Count)> slate; ///< memory parts

    [[nodiscard]] const BoundColour& bound(Bound bound) const {
        return bounds[static_cast<std::size_t>(bound)];
    }

    [[nodiscard]] QColor memoryPart(MemoryPart part) const {
        return slate[static_cast<std::size_t>(part)];
    }
};

[[nodiscard]] const Theme& theme(bool dark);

/// The theme a widget is shown in: told by the lightness of its palette.
[[nodiscard]] const Theme& themeOf(const QWidget& widget);

/// Black or white, whichever is easier to read on `fill`.
[[nodiscard]] QColor readableOn(const QColor& fill);

} // namespace roofplan::ui

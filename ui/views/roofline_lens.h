// A lens that enlarges the crowd under the compute roof, where the plot has room for it.
#pragma once

#include "core/result/result.h"
#include "ui/views/roofline_marks.h"

#include <optional>
#include <vector>

namespace roofplan::ui {

struct RooflineLens {
    QRectF card;   ///< on the screen
    QRectF plot;   ///< inside the card
    QRectF source; ///< what is enlarged, on the screen
    QRectF range;  ///< the same in data, logarithmic both ways
    std::vector<RooflinePoint> crowd;

    [[nodiscard]] QPointF toScreen(const QPointF& data) const;
    [[nodiscard]] MarkSpace space(const Theme& theme) const;
};

/// Absent where the crowd is no crowd, the plot is small, or the lens would hide a mark.
[[nodiscard]] std::optional<RooflineLens>
placeLens(const MarkSpace& plot, const std::vector<RooflinePoint>& points, double peak);

/// `achievable` is the compute roof to show dashed, 0 for none.
void paintLens(QPainter& painter,
               const RooflineLens& lens,
               const Theme& theme,
               const Result& result,
               double achievable,
               int selected);

} // namespace roofplan::ui

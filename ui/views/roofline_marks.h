// The operators of the roofline as marks with names.
#pragma once

#include "core/result/result.h"
#include "ui/style/theme.h"
#include "ui/views/roofline_data.h"

#include <QRectF>

#include <functional>
#include <vector>

class QFont;
class QPainter;

namespace roofplan::ui {

/// Where marks are drawn: the plot, or the lens inside it.
struct MarkSpace {
    QRectF plot;
    std::function<QPointF(const QPointF&)> toScreen; ///< from (intensity, rate)
    const Theme& theme;

    [[nodiscard]] QPointF positionOf(const RooflinePoint& point) const {
        return toScreen({point.intensity, point.rate});
    }
};

/// Area is time; never too small to hit.
[[nodiscard]] double markRadius(const RooflinePoint& point);

/// Where the marks inside the plot are on the screen.
[[nodiscard]] std::vector<QRectF> markRects(const MarkSpace& space,
                                            const std::vector<RooflinePoint>& points);

/// The index of the mark at `position`, −1 for none.
[[nodiscard]] int
markAt(const MarkSpace& space, const std::vector<RooflinePoint>& points, const QPointF& position);

/// Forward filled, backward open, shape and colour by bound, a ring around the selected term.
void paintMarks(QPainter& painter,
                const MarkSpace& space,
                const std::vector<RooflinePoint>& points,
                int selected);

/// Names the largest operators, once each, where there is room beside marks and `taken`.
void paintMarkNames(QPainter& painter,
                    const MarkSpace& space,
                    const std::vector<RooflinePoint>& points,
                    const Result& result,
                    std::vector<QRectF> taken);

/// Where the badge stands; empty where the view leaves out no mark.
[[nodiscard]] QRectF outsideBadgeRect(const MarkSpace& space,
                                      const std::vector<RooflinePoint>& points,
                                      const QFont& font);

/// A badge that says how many marks the view leaves out.
void paintOutsideBadge(QPainter& painter,
                       const MarkSpace& space,
                       const std::vector<RooflinePoint>& points);

} // namespace roofplan::ui

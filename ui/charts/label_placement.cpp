#include "ui/charts/label_placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace roofplan::ui {
namespace {

/// Right, left, above, below, and the four corners.
std::array<QRectF, 8> candidates(const LabelRequest& request) {
    const double w = request.size.width();
    const double h = request.size.height();
    const double away = request.radius + 5.0;
    const double diagonal = 0.7 * away;
    const QPointF at = request.mark;
    const auto box = [&](double left, double top) {
        return QRectF(at.x() + left, at.y() + top, w, h);
    };
    return {box(away, -h / 2.0),
            box(-away - w, -h / 2.0),
            box(-w / 2.0, -away - h),
            box(-w / 2.0, away),
            box(diagonal, -diagonal - h),
            box(diagonal, diagonal),
            box(-diagonal - w, -diagonal - h),
            box(-diagonal - w, diagonal)};
}

} // namespace

std::vector<std::optional<QRectF>> placeLabels(const std::vector<LabelRequest>& requests,
                                               std::vector<QRectF> obstacles,
                                               const QRectF& bounds) {
    std::vector<std::optional<QRectF>> places;
    for (const LabelRequest& request : requests) {
        std::optional<QRectF> place;
        for (const QRectF& candidate : candidates(request)) {
            const bool free = bounds.contains(candidate) &&
                              std::ranges::none_of(obstacles, [&](const QRectF& obstacle) {
                                  return obstacle.intersects(candidate);
                              });
            if (free) {
                place = candidate;
                obstacles.push_back(candidate);
                break;
            }
        }
        places.push_back(place);
    }
    return places;
}

} // namespace roofplan::ui

#include "ui/views/roofline_marks.h"

#include "ui/charts/label_placement.h"
#include "ui/charts/painted_item.h"
#include "ui/models/term_figures.h"
#include "ui/style/bound_palette.h"

#include <QCoreApplication>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace roofplan::ui {
namespace {

constexpr double largestRadius = 15.0;
constexpr double smallestRadius = 3.5;
constexpr std::size_t mostNames = 14;

void paintMark(QPainter& painter, const Theme& theme, const RooflinePoint& point, bool selected) {
    const double radius = markRadius(point);
    const QColor colour = theme.bound(point.bound).fill;
    QColor pale = colour;
    pale.setAlphaF(0.75F);
    painter.setPen(QPen(point.backward ? colour : theme.card, point.backward ? 1.8 : 1.0));
    painter.setBrush(point.backward ? QBrush(Qt::NoBrush) : QBrush(pale));
    painter.drawPath(boundMarker(point.bound, radius));
    if (selected) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.ink, 2.0));
        painter.drawEllipse(QPointF(), radius + 4.0, radius + 4.0);
    }
}

std::ptrdiff_t countOutside(const MarkSpace& space, const std::vector<RooflinePoint>& points) {
    return std::ranges::count_if(points, [&](const RooflinePoint& point) {
        return !space.plot.contains(space.positionOf(point));
    });
}

QString outsideText(std::ptrdiff_t outside) {
    return QCoreApplication::translate("RooflineView", "outside the view: %1").arg(outside);
}

} // namespace

double markRadius(const RooflinePoint& point) {
    return std::max(smallestRadius, largestRadius * std::sqrt(point.share));
}

std::vector<QRectF> markRects(const MarkSpace& space, const std::vector<RooflinePoint>& points) {
    std::vector<QRectF> rects;
    for (const RooflinePoint& point : points) {
        const QPointF at = space.positionOf(point);
        const double radius = markRadius(point);
        if (space.plot.contains(at)) {
            rects.emplace_back(at.x() - radius, at.y() - radius, 2.0 * radius, 2.0 * radius);
        }
    }
    return rects;
}

int markAt(const MarkSpace& space,
           const std::vector<RooflinePoint>& points,
           const QPointF& position) {
    int best = -1;
    double nearest = 1.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double distance = QLineF(position, space.positionOf(points[i])).length();
        const double relative = distance / (markRadius(points[i]) + 3.0);
        if (relative <= nearest) {
            best = static_cast<int>(i);
            nearest = relative;
        }
    }
    return best;
}

void paintMarks(QPainter& painter,
                const MarkSpace& space,
                const std::vector<RooflinePoint>& points,
                int selected) {
    for (const RooflinePoint& point : points) {
        const QPointF at = space.positionOf(point);
        if (space.plot.contains(at)) {
            painter.save();
            painter.translate(at);
            paintMark(painter, space.theme, point, point.term == selected);
            painter.restore();
        }
    }
}

void paintMarkNames(QPainter& painter,
                    const MarkSpace& space,
                    const std::vector<RooflinePoint>& points,
                    const Result& result,
                    std::vector<QRectF> taken) {
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const QRectF plot = space.plot;
    std::vector<LabelRequest> requests;
    std::vector<QString> texts;
    std::set<TermName> named;
    for (const RooflinePoint& point : points) {
        const QPointF at = space.positionOf(point);
        const Term& term = result.terms[static_cast<std::size_t>(point.term)];
        if (requests.size() < mostNames && plot.contains(at) && named.insert(term.name).second) {
            texts.push_back(termTitle(term));
            requests.push_back({at, markRadius(point),
                                QSizeF(metrics.horizontalAdvance(texts.back()), metrics.height())});
        }
    }
    const std::vector<QRectF> marks = markRects(space, points);
    taken.insert(taken.end(), marks.begin(), marks.end());
    const auto places = placeLabels(requests, std::move(taken), plot.adjusted(2, 2, -2, -2));
    const Theme& theme = space.theme;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i]) {
            drawHaloText(painter, {places[i]->left(), places[i]->top() + metrics.ascent()},
                         texts[i], theme.ink, theme.card);
        }
    }
}

QRectF outsideBadgeRect(const MarkSpace& space,
                        const std::vector<RooflinePoint>& points,
                        const QFont& font) {
    const std::ptrdiff_t outside = countOutside(space, points);
    if (outside == 0) {
        return {};
    }
    const double width = QFontMetricsF(font).horizontalAdvance(outsideText(outside)) + 18.0;
    return {space.plot.left() + 8.0, space.plot.top() + 6.0, width, 20.0};
}

void paintOutsideBadge(QPainter& painter,
                       const MarkSpace& space,
                       const std::vector<RooflinePoint>& points) {
    const QRectF badge = outsideBadgeRect(space, points, painter.font());
    if (badge.isEmpty()) {
        return;
    }
    const Theme& theme = space.theme;
    painter.setPen(theme.line);
    painter.setBrush(theme.field);
    painter.drawRoundedRect(badge, 10.0, 10.0);
    painter.setPen(theme.muted);
    painter.drawText(badge, Qt::AlignCenter, outsideText(countOutside(space, points)));
}

} // namespace roofplan::ui

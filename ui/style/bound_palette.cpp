#include "ui/style/bound_palette.h"

#include <QCoreApplication>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace roofplan::ui {
namespace {

QPainterPath polygon(int corners, double radius, double startAngle, double innerRatio = 1.0) {
    QPolygonF points;
    const int count = innerRatio < 1.0 ? 2 * corners : corners;
    for (int i = 0; i < count; ++i) {
        const double r = innerRatio < 1.0 && i % 2 == 1 ? radius * innerRatio : radius;
        const double angle = startAngle + 2.0 * std::numbers::pi * i / count;
        points << QPointF(r * std::cos(angle), r * std::sin(angle));
    }
    QPainterPath path;
    path.addPolygon(points);
    path.closeSubpath();
    return path;
}

QPainterPath cross(double radius) {
    const double arm = radius / 3.0;
    QPainterPath path;
    path.addRect(-radius, -arm, 2.0 * radius, 2.0 * arm);
    QPainterPath upright;
    upright.addRect(-arm, -radius, 2.0 * arm, 2.0 * radius);
    return path.united(upright);
}

} // namespace

QString boundLabel(Bound bound, const Result& result) {
    const std::string name(boundNameOn(result, bound));
    return QCoreApplication::translate("core", name.c_str());
}

QPainterPath boundMarker(Bound bound, double radius) {
    constexpr double up = -std::numbers::pi / 2.0;
    QPainterPath path;
    switch (bound) {
    case Bound::Compute:
        path.addEllipse(QPointF(), radius, radius);
        return path;
    case Bound::Hbm:
        path.addRect(-0.86 * radius, -0.86 * radius, 1.72 * radius, 1.72 * radius);
        return path;
    case Bound::Nvlink:
        return polygon(3, 1.2 * radius, up);
    case Bound::Network:
        return polygon(4, 1.2 * radius, up);
    case Bound::Storage:
        return polygon(6, radius, 0.0);
    case Bound::Latency:
        return polygon(5, 1.25 * radius, up, 0.45);
    case Bound::Bubble:
        return cross(radius);
    }
    return path;
}

} // namespace roofplan::ui

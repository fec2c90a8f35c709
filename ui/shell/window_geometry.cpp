#include "ui/shell/window_geometry.h"

#include <QMargins>

#include <algorithm>

namespace roofplan::ui {
namespace {

constexpr QMargins frame(8, 36, 8, 8); ///< the largest frame of a window manager to reckon with

} // namespace

QSize startSize(const QSize& available) {
    return QSize(1680, 1040).boundedTo(available.shrunkBy(frame));
}

QSize leastSize(const QSize& available) {
    return QSize(1100, 680).boundedTo(available.shrunkBy(frame));
}

QRect fittedInto(const QRect& window, const QRect& available) {
    const QRect room = available.marginsRemoved(frame);
    const QSize size = window.size().boundedTo(room.size());
    const int x = std::clamp(window.x(), room.x(), room.x() + room.width() - size.width());
    const int y = std::clamp(window.y(), room.y(), room.y() + room.height() - size.height());
    return {QPoint(x, y), size};
}

} // namespace roofplan::ui

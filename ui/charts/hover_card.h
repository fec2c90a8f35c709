// The small card that a chart shows beside the pointer: a title and rows of name and value.
#pragma once

#include "ui/style/theme.h"

#include <QRectF>
#include <QString>

#include <utility>
#include <vector>

class QPainter;

namespace roofplan::ui {

struct HoverCard {
    QString title;
    std::vector<std::pair<QString, QString>> rows;
};

/// Draws `card` beside `anchor` and inside `bounds`.
void drawHoverCard(QPainter& painter,
                   const HoverCard& card,
                   const QPointF& anchor,
                   const QRectF& bounds,
                   const Theme& theme);

} // namespace roofplan::ui

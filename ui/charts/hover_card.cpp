#include "ui/charts/hover_card.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace roofplan::ui {
namespace {

constexpr double padding = 10.0;
constexpr double gap = 18.0;
constexpr double lineHeight = 17.0;

QFont sized(QFont font, int pixels, bool strong) {
    font.setPixelSize(pixels);
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

} // namespace

void drawHoverCard(QPainter& painter,
                   const HoverCard& card,
                   const QPointF& anchor,
                   const QRectF& bounds,
                   const Theme& theme) {
    const QFont titleFont = sized(painter.font(), 12, true);
    const QFont rowFont = sized(painter.font(), 12, false);
    const QFontMetricsF metrics(rowFont);
    double nameWidth = 0.0;
    double valueWidth = 0.0;
    for (const auto& [name, value] : card.rows) {
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(name));
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(value));
    }
    const double inner = std::max(nameWidth + gap + valueWidth,
                                  QFontMetricsF(titleFont).horizontalAdvance(card.title));
    const double height =
        2.0 * padding + lineHeight * (1.0 + static_cast<double>(card.rows.size()));
    QRectF box(anchor.x() + 16.0, anchor.y() + 12.0, inner + 2.0 * padding, height);
    if (box.right() > bounds.right()) {
        box.moveRight(std::max(anchor.x() - 16.0, bounds.left() + box.width()));
    }
    if (box.bottom() > bounds.bottom()) {
        box.moveBottom(std::max(anchor.y() - 12.0, bounds.top() + box.height()));
    }

    painter.setPen(QPen(theme.line, 1.0));
    painter.setBrush(theme.card);
    painter.drawRoundedRect(box, 8.0, 8.0);
    QRectF line(box.left() + padding, box.top() + padding, box.width() - 2.0 * padding, lineHeight);
    painter.setFont(titleFont);
    painter.setPen(theme.ink);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, card.title);
    painter.setFont(rowFont);
    for (const auto& [name, value] : card.rows) {
        line.translate(0.0, lineHeight);
        painter.setPen(theme.muted);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter.setPen(theme.ink);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, value);
    }
}

} // namespace roofplan::ui

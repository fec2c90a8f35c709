#include "ui/charts/painted_item.h"

#include <QPainter>
#include <QPainterPath>

#include <utility>

namespace roofplan::ui {

PaintedItem::PaintedItem(QGraphicsItem* parent, qreal layer, Paint paint)
    : QGraphicsItem(parent), m_paint(std::move(paint)) {
    setZValue(layer);
    setAcceptedMouseButtons(Qt::NoButton);
}

void PaintedItem::setRect(const QRectF& rect) {
    prepareGeometryChange();
    m_rect = rect;
    update();
}

void PaintedItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    m_paint(*painter);
}

void drawHaloText(QPainter& painter,
                  const QPointF& baseline,
                  const QString& text,
                  const QColor& colour,
                  const QColor& halo) {
    QPainterPath path;
    path.addText(baseline, painter.font(), text);
    painter.strokePath(path, QPen(halo, 4.0, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setPen(colour);
    painter.drawText(baseline, text);
}

} // namespace roofplan::ui

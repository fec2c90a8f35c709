// A layer of a chart that we paint ourselves: labels, markers. It shows in the window and in every
// export, since it belongs to the chart's scene.
#pragma once

#include <QGraphicsItem>

#include <functional>

namespace roofplan::ui {

class PaintedItem : public QGraphicsItem {
public:
    using Paint = std::function<void(QPainter&)>;

    PaintedItem(QGraphicsItem* parent, qreal layer, Paint paint);

    void setRect(const QRectF& rect);

    [[nodiscard]] QRectF boundingRect() const override { return m_rect; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    QRectF m_rect;
    Paint m_paint;
};

/// Text with a halo of the card's colour, so that lines behind it do not disturb.
void drawHaloText(QPainter& painter,
                  const QPointF& baseline,
                  const QString& text,
                  const QColor& colour,
                  const QColor& halo);

} // namespace roofplan::ui

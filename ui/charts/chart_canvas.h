// The one canvas of the charts: two logarithmic axes with our own labels, hover and click in chart
// coordinates, zoom by wheel and rubber band, reset by double click or Esc.
#pragma once

#include "ui/style/theme.h"

#include <QChartView>

class QLogValueAxis;
class QRubberBand;

namespace roofplan::ui {

class PaintedItem;

class ChartCanvas : public QChartView {
    Q_OBJECT

public:
    explicit ChartCanvas(QWidget* parent = nullptr);

    /// What is seen unzoomed, in data units, and the furthest that can be zoomed out.
    void setFrame(const QRectF& frame);

    void setTitles(const QString& horizontal, const QString& vertical);

    void attach(QAbstractSeries* series);

    [[nodiscard]] QPointF toScreen(const QPointF& value) const;
    [[nodiscard]] QPointF toData(const QPointF& screen) const;
    [[nodiscard]] QRectF plotRect() const;
    [[nodiscard]] QRectF visibleRange() const;
    [[nodiscard]] bool isZoomed() const;

    [[nodiscard]] const Theme& colours() const { return themeOf(*this); }

    void zoomTo(const QRectF& range);
    void resetZoom();

Q_SIGNALS:
    void pointerMoved(const QPointF& position);
    void pointerLeft();
    void clicked(const QPointF& position);
    void stepped(int direction); ///< arrow keys: the next or the previous point
    void viewChanged();          ///< zoomed, resized or re-themed

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyColours();
    void placePlot();
    void paintGrid(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;

    QLogValueAxis* m_horizontal;
    QLogValueAxis* m_vertical;
    PaintedItem* m_grid;
    PaintedItem* m_labels;
    QRubberBand* m_rubberBand;
    QRectF m_frame{0.1, 0.1, 1e6, 1e3};
    QString m_horizontalTitle;
    QString m_verticalTitle;
    QPoint m_pressed;
    bool m_pressing = false;
};

} // namespace roofplan::ui

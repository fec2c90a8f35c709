#include "ui/charts/chart_canvas.h"

#include "ui/charts/log_ticks.h"
#include "ui/charts/painted_item.h"

#include <QChart>
#include <QEvent>
#include <QKeyEvent>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QPainter>
#include <QRubberBand>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace roofplan::ui {
namespace {

constexpr int leftRoom = 52;
constexpr int rightRoom = 14;
constexpr int topRoom = 26;
constexpr int bottomRoom = 44;
constexpr int dragThreshold = 6;
constexpr double narrowestZoom = 1.02; ///< ratio of the ends of an axis

double interpolate(double low, double high, double share) {
    return low * std::pow(high / low, share);
}

QLogValueAxis* makeAxis(QChart& chart, Qt::Alignment side) {
    auto* axis = new QLogValueAxis(&chart);
    axis->setBase(10.0);
    axis->setGridLineVisible(false);
    axis->setLabelsVisible(false);
    axis->setLineVisible(false);
    chart.addAxis(axis, side);
    return axis;
}

/// `range` inside `frame`, moved rather than cut where it fits.
std::pair<double, double> clampedRange(double low, double high, double frameLow, double frameHigh) {
    if (high / low >= frameHigh / frameLow) {
        return {frameLow, frameHigh};
    }
    if (low < frameLow) {
        return {frameLow, frameLow * high / low};
    }
    if (high > frameHigh) {
        return {frameHigh * low / high, frameHigh};
    }
    return {low, high};
}

} // namespace

ChartCanvas::ChartCanvas(QWidget* parent)
    : QChartView(parent),
      m_horizontal(makeAxis(*chart(), Qt::AlignBottom)),
      m_vertical(makeAxis(*chart(), Qt::AlignLeft)),
      m_grid(new PaintedItem(chart(), -1.0, [this](QPainter& p) { paintGrid(p); })),
      m_labels(new PaintedItem(chart(), 30.0, [this](QPainter& p) { paintAxes(p); })),
      m_rubberBand(new QRubberBand(QRubberBand::Rectangle, this)) {
    chart()->legend()->hide();
    chart()->setBackgroundRoundness(0.0);
    chart()->setMargins(QMargins());
    chart()->setAnimationOptions(QChart::NoAnimation);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(false);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    applyColours();
    zoomTo(m_frame);
}

void ChartCanvas::setFrame(const QRectF& frame) {
    const bool zoomed = isZoomed();
    const QRectF visible = visibleRange();
    m_frame = frame;
    zoomTo(zoomed ? visible : frame);
}

void ChartCanvas::setTitles(const QString& horizontal, const QString& vertical) {
    m_horizontalTitle = horizontal;
    m_verticalTitle = vertical;
    m_labels->update();
}

void ChartCanvas::attach(QAbstractSeries* series) {
    chart()->addSeries(series);
    series->attachAxis(m_horizontal);
    series->attachAxis(m_vertical);
}

QRectF ChartCanvas::plotRect() const {
    return QRectF(rect()).adjusted(leftRoom, topRoom, -rightRoom, -bottomRoom);
}

QRectF ChartCanvas::visibleRange() const {
    return {QPointF(m_horizontal->min(), m_vertical->min()),
            QPointF(m_horizontal->max(), m_vertical->max())};
}

QPointF ChartCanvas::toScreen(const QPointF& value) const {
    const QRectF plot = plotRect();
    const QRectF range = visibleRange();
    const double x = std::log(value.x() / range.left()) / std::log(range.right() / range.left());
    const double y = std::log(value.y() / range.top()) / std::log(range.bottom() / range.top());
    return {plot.left() + x * plot.width(), plot.bottom() - y * plot.height()};
}

QPointF ChartCanvas::toData(const QPointF& screen) const {
    const QRectF plot = plotRect();
    const QRectF range = visibleRange();
    const double x = (screen.x() - plot.left()) / plot.width();
    const double y = (plot.bottom() - screen.y()) / plot.height();
    return {interpolate(range.left(), range.right(), x),
            interpolate(range.top(), range.bottom(), y)};
}

bool ChartCanvas::isZoomed() const {
    const QRectF range = visibleRange();
    return range.width() < 0.999 * m_frame.width() || range.height() < 0.999 * m_frame.height();
}

void ChartCanvas::zoomTo(const QRectF& range) {
    if (!(range.left() > 0.0) || !(range.top() > 0.0) ||
        range.right() / range.left() < narrowestZoom ||
        range.bottom() / range.top() < narrowestZoom) {
        return;
    }
    const auto [left, right] =
        clampedRange(range.left(), range.right(), m_frame.left(), m_frame.right());
    const auto [low, high] =
        clampedRange(range.top(), range.bottom(), m_frame.top(), m_frame.bottom());
    m_horizontal->setRange(left, right);
    m_vertical->setRange(low, high);
    m_grid->update();
    m_labels->update();
    Q_EMIT viewChanged();
}

void ChartCanvas::resetZoom() {
    zoomTo(m_frame);
}

void ChartCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_pressing = true;
        m_pressed = event->pos();
    }
    QChartView::mousePressEvent(event);
}

void ChartCanvas::mouseMoveEvent(QMouseEvent* event) {
    const bool dragged = (event->pos() - m_pressed).manhattanLength() > dragThreshold;
    if (m_pressing && (dragged || m_rubberBand->isVisible())) {
        m_rubberBand->setGeometry(QRect(m_pressed, event->pos()).normalized() &
                                  plotRect().toRect());
        m_rubberBand->show();
        return;
    }
    Q_EMIT pointerMoved(event->position());
    QChartView::mouseMoveEvent(event);
}

void ChartCanvas::mouseReleaseEvent(QMouseEvent* event) {
    const bool wasPressing = std::exchange(m_pressing, false);
    if (m_rubberBand->isVisible()) {
        const QRect band = m_rubberBand->geometry();
        m_rubberBand->hide();
        if (band.width() > dragThreshold && band.height() > dragThreshold) {
            zoomTo({toData(band.bottomLeft()), toData(band.topRight())});
        }
        return;
    }
    if (wasPressing && event->button() == Qt::LeftButton) {
        Q_EMIT clicked(event->position());
    }
    QChartView::mouseReleaseEvent(event);
}

void ChartCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    m_pressing = false;
    resetZoom();
}

void ChartCanvas::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(0.85, event->angleDelta().y() / 120.0);
    const QPointF at = toData(event->position());
    const QRectF range = visibleRange();
    const auto around = [factor](double centre, double end) {
        return centre * std::pow(end / centre, factor);
    };
    zoomTo({QPointF(around(at.x(), range.left()), around(at.y(), range.top())),
            QPointF(around(at.x(), range.right()), around(at.y(), range.bottom()))});
    event->accept();
}

void ChartCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        m_rubberBand->hide();
        m_pressing = false;
        resetZoom();
        return;
    case Qt::Key_Right:
    case Qt::Key_Down:
        Q_EMIT stepped(1);
        return;
    case Qt::Key_Left:
    case Qt::Key_Up:
        Q_EMIT stepped(-1);
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

void ChartCanvas::leaveEvent(QEvent* event) {
    Q_EMIT pointerLeft();
    QChartView::leaveEvent(event);
}

void ChartCanvas::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    placePlot();
}

void ChartCanvas::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        applyColours();
        Q_EMIT viewChanged();
    }
}

void ChartCanvas::applyColours() {
    const Theme& theme = colours();
    chart()->setBackgroundBrush(theme.card);
    chart()->setBackgroundPen(Qt::NoPen);
    setBackgroundBrush(theme.card);
    m_grid->update();
    m_labels->update();
}

void ChartCanvas::placePlot() {
    chart()->setPlotArea(plotRect());
    m_grid->setRect(rect());
    m_labels->setRect(rect());
    Q_EMIT viewChanged();
}

// The axes' own grid does not follow a plot area of our choice.
void ChartCanvas::paintGrid(QPainter& painter) const {
    const Theme& theme = colours();
    const QRectF plot = plotRect();
    const QRectF range = visibleRange();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const bool major : {false, true}) {
        painter.setPen(QPen(major ? theme.grid : theme.minorGrid, 1.0));
        for (const double at : gridLines(range.left(), range.right(), major)) {
            const double x = std::round(toScreen({at, range.top()}).x());
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
        for (const double at : gridLines(range.top(), range.bottom(), major)) {
            const double y = std::round(toScreen({range.left(), at}).y());
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void ChartCanvas::paintAxes(QPainter& painter) const {
    const Theme& theme = colours();
    const QRectF plot = plotRect();
    const QRectF range = visibleRange();
    QFont font = this->font();
    font.setPixelSize(12);
    painter.setFont(font);

    painter.setPen(QPen(theme.muted, 1.0));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.drawLine(plot.bottomLeft(), plot.topLeft());
    const QFontMetricsF metrics(font);
    const auto tickX = [&](double tick) { return toScreen({tick, range.top()}).x(); };
    const auto tickY = [&](double tick) { return toScreen({range.left(), tick}).y(); };
    const auto tickWidth = [&](double tick) {
        return metrics.horizontalAdvance(logTickText(tick));
    };
    const auto tickHeight = [&](double) { return metrics.height() - 4.0; };
    for (const double tick : clearTicks(logTicks(range.left(), range.right()), tickX, tickWidth)) {
        const double x = tickX(tick);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4.0));
        painter.drawText(QRectF(x - 40.0, plot.bottom() + 5.0, 80.0, 16.0), Qt::AlignCenter,
                         logTickText(tick));
    }
    for (const double tick : clearTicks(logTicks(range.top(), range.bottom()), tickY, tickHeight)) {
        const double y = tickY(tick);
        painter.drawLine(QPointF(plot.left() - 4.0, y), QPointF(plot.left(), y));
        painter.drawText(QRectF(0.0, y - 8.0, plot.left() - 8.0, 16.0),
                         Qt::AlignRight | Qt::AlignVCenter, logTickText(tick));
    }
    painter.setPen(theme.ink);
    // Under a narrow plot the title may take the whole width.
    const bool wide = metrics.horizontalAdvance(m_horizontalTitle) <= plot.width();
    const double left = wide ? plot.left() : 0.0;
    const double length = wide ? plot.width() : width();
    painter.drawText(QRectF(left, plot.bottom() + 22.0, length, 18.0), Qt::AlignCenter,
                     metrics.elidedText(m_horizontalTitle, Qt::ElideRight, length));
    painter.drawText(QRectF(2.0, 2.0, width() - 4.0, 18.0), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(m_verticalTitle, Qt::ElideRight, width() - 4.0));
}

} // namespace roofplan::ui

#include "ui/views/roofline_lens.h"

#include "ui/charts/log_ticks.h"
#include "ui/style/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofplan::ui {
namespace {

constexpr std::size_t leastCrowd = 4;
constexpr QSizeF leastPlot(620.0, 300.0);
constexpr double leastCardWidth = 230.0;
constexpr double margin = 1.28; ///< of the range around the crowd, each way

QFont sized(QFont font, int pixels, QFont::Weight weight) {
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QRectF rangeOf(const std::vector<RooflinePoint>& crowd) {
    double left = crowd.front().intensity;
    double right = left;
    double low = crowd.front().rate;
    double high = low;
    for (const RooflinePoint& point : crowd) {
        left = std::min(left, point.intensity);
        right = std::max(right, point.intensity);
        low = std::min(low, point.rate);
        high = std::max(high, point.rate);
    }
    return {QPointF(left / margin, low / margin), QPointF(right * margin, high * margin)};
}

void paintScales(QPainter& painter, const RooflineLens& lens, const Theme& theme) {
    painter.setFont(sized(painter.font(), 11, QFont::Normal));
    const QFontMetricsF metrics(painter.font());
    const auto tickX = [&](double tick) { return lens.toScreen({tick, lens.range.top()}).x(); };
    const auto tickY = [&](double tick) { return lens.toScreen({lens.range.left(), tick}).y(); };
    const auto tickWidth = [&](double tick) {
        return metrics.horizontalAdvance(logTickText(tick));
    };
    const auto tickHeight = [&](double) { return metrics.height() - 4.0; };
    for (const double tick :
         clearTicks(logTicks(lens.range.left(), lens.range.right()), tickX, tickWidth)) {
        const double x = tickX(tick);
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, lens.plot.top()), QPointF(x, lens.plot.bottom()));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x - 30.0, lens.plot.bottom() + 2.0, 60.0, 14.0), Qt::AlignCenter,
                         logTickText(tick));
    }
    for (const double tick :
         clearTicks(logTicks(lens.range.top(), lens.range.bottom()), tickY, tickHeight)) {
        const double y = tickY(tick);
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(lens.plot.left(), y), QPointF(lens.plot.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(
            QRectF(lens.card.left(), y - 7.0, lens.plot.left() - lens.card.left() - 5.0, 14.0),
            Qt::AlignRight | Qt::AlignVCenter, logTickText(tick));
    }
}

void paintCard(QPainter& painter, const RooflineLens& lens, const Theme& theme, double achievable) {
    painter.setPen(QPen(theme.muted, 1.0, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(lens.source);
    painter.drawLine(lens.source.bottomLeft(), lens.card.topLeft());
    painter.drawLine(lens.source.bottomRight(), lens.card.topRight());
    painter.setPen(QPen(theme.line, 1.0));
    painter.setBrush(theme.card);
    painter.drawRoundedRect(lens.card, 8.0, 8.0);
    const QRectF title(lens.card.left() + 10.0, lens.card.top() + 5.0, lens.card.width() - 20.0,
                       18.0);
    painter.setFont(sized(painter.font(), 12, QFont::DemiBold));
    painter.setPen(theme.ink);
    const QFontMetricsF strong(painter.font());
    const QString text = QCoreApplication::translate("RooflineView", "Matrix operators, enlarged");
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     strong.elidedText(text, Qt::ElideRight, title.width()));
    painter.setFont(sized(painter.font(), 11, QFont::Normal));
    const QString dashed = QCoreApplication::translate("RooflineView", "dashed: achievable %1")
                               .arg(prettySignificant(achievable, 3));
    const double needed = strong.horizontalAdvance(text) + 12.0 +
                          QFontMetricsF(painter.font()).horizontalAdvance(dashed);
    if (achievable > 0.0 && needed <= title.width()) {
        painter.setPen(theme.bound(Bound::Compute).text);
        painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, dashed);
    }
}

} // namespace

QPointF RooflineLens::toScreen(const QPointF& data) const {
    const double x = std::log(data.x() / range.left()) / std::log(range.right() / range.left());
    const double y = std::log(data.y() / range.top()) / std::log(range.bottom() / range.top());
    return {plot.left() + x * plot.width(), plot.bottom() - y * plot.height()};
}

MarkSpace RooflineLens::space(const Theme& theme) const {
    return {plot, [this](const QPointF& data) { return toScreen(data); }, theme};
}

std::optional<RooflineLens>
placeLens(const MarkSpace& plot, const std::vector<RooflinePoint>& points, double peak) {
    RooflineLens lens;
    for (const RooflinePoint& point : points) {
        if (point.bound == Bound::Compute && point.rate > peak / 10.0) {
            lens.crowd.push_back(point);
        }
    }
    const QRectF& area = plot.plot;
    if (lens.crowd.size() < leastCrowd || area.width() < leastPlot.width() ||
        area.height() < leastPlot.height()) {
        return std::nullopt;
    }
    lens.range = rangeOf(lens.crowd);
    lens.source =
        QRectF(plot.toScreen(lens.range.topLeft()), plot.toScreen(lens.range.bottomRight()))
            .normalized();
    const double width = std::min(0.38 * area.width(), 440.0);
    if (width < leastCardWidth) {
        return std::nullopt;
    }
    const double height = std::min(0.5 * area.height(), 280.0);
    lens.card = QRectF(area.right() - width - 10.0, area.bottom() - height - 10.0, width, height);
    lens.plot = lens.card.adjusted(46.0, 28.0, -12.0, -20.0);
    const std::vector<QRectF> marks = markRects(plot, points);
    const bool hides =
        std::ranges::any_of(marks, [&](const QRectF& mark) { return mark.intersects(lens.card); });
    if (hides || lens.source.bottom() > lens.card.top() ||
        lens.source.width() > 0.6 * lens.plot.width()) {
        return std::nullopt;
    }
    return lens;
}

void paintLens(QPainter& painter,
               const RooflineLens& lens,
               const Theme& theme,
               const Result& result,
               double achievable,
               int selected) {
    paintCard(painter, lens, theme, achievable);
    paintScales(painter, lens, theme);
    std::vector<QRectF> taken;
    const double y = lens.toScreen({lens.range.left(), std::max(achievable, 1e-9)}).y();
    if (achievable > 0.0 && y > lens.plot.top() && y < lens.plot.bottom()) {
        painter.setPen(QPen(theme.bound(Bound::Compute).fill, 1.5, Qt::DashLine));
        painter.drawLine(QPointF(lens.plot.left(), y), QPointF(lens.plot.right(), y));
        taken.emplace_back(lens.plot.left(), y - 1.5, lens.plot.width(), 3.0);
    }
    const MarkSpace space = lens.space(theme);
    paintMarks(painter, space, lens.crowd, selected);
    paintMarkNames(painter, space, lens.crowd, result, std::move(taken));
}

} // namespace roofplan::ui

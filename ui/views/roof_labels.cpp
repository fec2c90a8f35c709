#include "ui/views/roof_labels.h"

#include "ui/charts/chart_canvas.h"
#include "ui/charts/painted_item.h"
#include "ui/style/bound_palette.h"
#include "ui/style/text.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace roofplan::ui {
namespace {

constexpr double lineHeight = 14.0;
constexpr double clearance = 24.0; ///< a line shorter than its name and this stays unnamed

QFont weighted(QFont font, QFont::Weight weight) {
    font.setPixelSize(12);
    font.setWeight(weight);
    return font;
}

/// The visible part of a sloped roof on the screen; of no length when there is none.
QLineF visibleLine(const ChartCanvas& canvas, double slope, double top) {
    const QRectF range = canvas.visibleRange();
    const double from = std::max(range.left(), range.top() / slope);
    const double to = std::min({range.right(), range.bottom() / slope, top});
    if (from >= to) {
        return {};
    }
    return {canvas.toScreen({from, from * slope}), canvas.toScreen({to, to * slope})};
}

/// Small squares along a label: its room, slanted.
std::vector<QRectF> roomOf(const SlopedLabel& label) {
    std::vector<QRectF> room;
    const double radians = label.angle * std::numbers::pi / 180.0;
    const QPointF along(std::cos(radians), -std::sin(radians));
    const QPointF down(std::sin(radians), std::cos(radians));
    const auto addRow = [&](double offset) {
        for (double t = -label.width / 2.0; t <= label.width / 2.0; t += 8.0) {
            const QPointF at = label.centre + along * t + down * offset;
            room.emplace_back(at.x() - 6.0, at.y() - 6.0, 12.0, 12.0);
        }
    };
    addRow(-9.0);
    if (!label.achievable.isEmpty()) {
        addRow(label.drop + 9.0);
    }
    return room;
}

int hits(const SlopedLabel& label, const std::vector<QRectF>& marks) {
    int count = 0;
    for (const QRectF& square : roomOf(label)) {
        count += static_cast<int>(std::ranges::count_if(
            marks, [&](const QRectF& mark) { return mark.intersects(square); }));
    }
    return count;
}

double computePeak(const std::vector<Roof>& roofs) {
    const auto found = std::ranges::find(roofs, Bound::Compute, &Roof::tier);
    return found == roofs.end() ? 0.0 : found->datasheet;
}

void writeFlat(
    QPainter& painter, const ChartCanvas& canvas, const QString& text, double rate, double offset) {
    const QRectF plot = canvas.plotRect();
    const double y = canvas.toScreen({1.0, rate}).y() + offset;
    if (y < plot.top() || y > plot.bottom()) {
        return;
    }
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    const Theme& theme = canvas.colours();
    drawHaloText(painter, {plot.right() - width - 4.0, y}, text, theme.bound(Bound::Compute).text,
                 theme.card);
}

void writeRidge(QPainter& painter, const ChartCanvas& canvas, const Roof& roof, double peak) {
    const double top = ridge(roof, peak);
    const QPointF at = canvas.toScreen({top, peak});
    if (!canvas.plotRect().contains(at)) {
        return;
    }
    const Theme& theme = canvas.colours();
    const QString text = prettyNumber(top, 0);
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    painter.setPen(QPen(theme.bound(roof.tier).fill, 1.5));
    painter.drawLine(at, at - QPointF(0.0, 10.0));
    drawHaloText(painter, at - QPointF(width / 2.0, 14.0), text, theme.bound(roof.tier).text,
                 theme.card);
}

} // namespace

std::vector<SlopedLabel> slopedLabels(const ChartCanvas& canvas,
                                      const std::vector<Roof>& roofs,
                                      const Result& result,
                                      bool achievable,
                                      const std::vector<QRectF>& marks,
                                      const QFont& font) {
    const QFontMetricsF metrics(weighted(font, QFont::DemiBold));
    std::vector<SlopedLabel> labels;
    double preferred = 0.64;
    for (const Roof& roof : roofs) {
        const double top = ridge(roof, computePeak(roofs));
        if (top <= 0.0) {
            continue;
        }
        const QLineF line = visibleLine(canvas, roof.datasheet, top);
        SlopedLabel label{.tier = roof.tier, .angle = line.angle()};
        label.text = QStringLiteral("%1 %2").arg(
            boundLabel(roof.tier, result),
            prettyQuantity(roof.datasheet * 1e12, UnitKind::DataRate, 3));
        label.width = metrics.horizontalAdvance(label.text) + 8.0;
        if (line.length() < label.width + clearance) {
            continue;
        }
        if (achievable) {
            label.achievable =
                ChartCanvas::tr("achievable %1")
                    .arg(prettyQuantity(roof.achievable * 1e12, UnitKind::DataRate, 3));
            label.width = std::max(label.width, metrics.horizontalAdvance(label.achievable));
            const double x = canvas.visibleRange().left();
            const double fall = canvas.toScreen({x, x * roof.achievable}).y() -
                                canvas.toScreen({x, x * roof.datasheet}).y();
            label.drop = fall * std::cos(line.angle() * std::numbers::pi / 180.0);
        }
        int fewest = -1;
        for (const double share : {preferred, preferred - 0.12, preferred + 0.12, 0.3, 0.8, 0.2}) {
            SlopedLabel candidate = label;
            candidate.centre = line.pointAt(share);
            const double half = (label.width / 2.0 + 6.0) / line.length();
            const int touched = hits(candidate, marks);
            if (share - half >= 0.0 && share + half <= 1.0 && (fewest < 0 || touched < fewest)) {
                fewest = touched;
                label.centre = candidate.centre;
            }
        }
        if (fewest >= 0) {
            labels.push_back(label);
        }
        preferred -= 0.1;
    }
    return labels;
}

void paintSlopedLabels(QPainter& painter,
                       const ChartCanvas& canvas,
                       const std::vector<SlopedLabel>& labels) {
    const Theme& theme = canvas.colours();
    for (const SlopedLabel& label : labels) {
        painter.save();
        painter.translate(label.centre);
        painter.rotate(-label.angle);
        const auto write = [&](const QString& words, QFont::Weight weight, double offset) {
            painter.setFont(weighted(painter.font(), weight));
            const double width = QFontMetricsF(painter.font()).horizontalAdvance(words);
            drawHaloText(painter, {-width / 2.0, offset}, words, theme.bound(label.tier).text,
                         theme.card);
        };
        write(label.text, QFont::DemiBold, -5.0);
        if (!label.achievable.isEmpty()) {
            write(label.achievable, QFont::Normal, label.drop + lineHeight);
        }
        painter.restore();
    }
}

void paintFlatLabels(QPainter& painter,
                     const ChartCanvas& canvas,
                     const std::vector<Roof>& roofs,
                     const Result& result,
                     bool achievable) {
    const double peak = computePeak(roofs);
    const auto precision = precisionLabel(result.precision);
    for (const Roof& roof : roofs) {
        if (roof.tier != Bound::Compute) {
            painter.setFont(weighted(painter.font(), QFont::Normal));
            writeRidge(painter, canvas, roof, peak);
            continue;
        }
        painter.setFont(weighted(painter.font(), QFont::DemiBold));
        writeFlat(painter, canvas,
                  ChartCanvas::tr("%1 dense %2")
                      .arg(QString::fromUtf8(precision.data(), static_cast<int>(precision.size())),
                           pretty(QString::number(roof.datasheet, 'g', 4))),
                  roof.datasheet, -6.0);
        if (achievable) {
            painter.setFont(weighted(painter.font(), QFont::Normal));
            writeFlat(painter, canvas,
                      ChartCanvas::tr("achievable %1")
                          .arg(pretty(QString::number(roof.achievable, 'g', 3))),
                      roof.achievable, 15.0);
        }
    }
}

std::vector<QRectF> labelRoom(const ChartCanvas& canvas,
                              const std::vector<Roof>& roofs,
                              const std::vector<SlopedLabel>& labels) {
    const double peak = computePeak(roofs);
    const QRectF plot = canvas.plotRect();
    std::vector<QRectF> room;
    for (const Roof& roof : roofs) {
        const double top = ridge(roof, peak);
        const QPointF at = canvas.toScreen({top > 0.0 ? top : 1.0, peak});
        if (top > 0.0) {
            room.emplace_back(at.x() - 24.0, at.y() - 30.0, 48.0, 30.0);
        } else {
            room.emplace_back(plot.right() - 140.0, at.y() - 22.0, 140.0, 50.0);
            for (const double rate : {roof.datasheet, roof.achievable}) {
                const double y = canvas.toScreen({1.0, rate}).y();
                room.emplace_back(plot.left(), y - 1.5, plot.width(), 3.0);
            }
        }
    }
    for (const SlopedLabel& label : labels) {
        const std::vector<QRectF> squares = roomOf(label);
        room.insert(room.end(), squares.begin(), squares.end());
    }
    return room;
}

} // namespace roofplan::ui

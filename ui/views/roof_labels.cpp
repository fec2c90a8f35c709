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
constexpr double roomAbove = 26.0;            ///< the plot's margin at its top
constexpr QSizeF leastForNames(300.0, 130.0); ///< a smaller plot names no sloped roof
constexpr QSizeF leastForAchievable(460.0, 180.0);
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

bool touchesAny(const SlopedLabel& label, const std::vector<SlopedLabel>& others) {
    return std::ranges::any_of(
        others, [&](const SlopedLabel& other) { return hits(label, roomOf(other)) > 0; });
}

double computePeak(const std::vector<Roof>& roofs) {
    const auto found = std::ranges::find(roofs, Bound::Compute, &Roof::tier);
    return found == roofs.end() ? 0.0 : found->datasheet;
}

/// The number above the ridge of a roof.
struct RidgeLabel {
    Bound tier = Bound::Hbm;
    QPointF ridge;
    QString text;
    QRectF room;
};

struct FlatLabels {
    QString text; ///< empty where the compute roof is out of the view
    QRectF room;
    std::vector<RidgeLabel> ridges;
};

QRectF textRoom(const QFont& font, const QString& text, const QPointF& baseline) {
    const QFontMetricsF metrics(font);
    return {baseline.x(), baseline.y() - metrics.ascent(), metrics.horizontalAdvance(text),
            metrics.ascent() + 3.0};
}

/// The ridges in the plot, without those whose numbers would touch.
std::vector<RidgeLabel>
ridgeLabels(const ChartCanvas& canvas, const std::vector<Roof>& roofs, const QFont& font) {
    const double peak = computePeak(roofs);
    std::vector<RidgeLabel> labels;
    for (const Roof& roof : roofs) {
        const double top = ridge(roof, peak);
        if (top <= 0.0) {
            continue;
        }
        const QPointF at = canvas.toScreen({top, peak});
        RidgeLabel label{roof.tier, at, prettyNumber(top, 0), {}};
        label.room = textRoom(font, label.text, {});
        label.room.translate(at - QPointF(label.room.width() / 2.0, 14.0));
        const bool touches = std::ranges::any_of(labels, [&](const RidgeLabel& other) {
            return other.room.adjusted(-4.0, 0.0, 4.0, 0.0).intersects(label.room);
        });
        if (canvas.plotRect().contains(at) && !touches) {
            labels.push_back(label);
        }
    }
    return labels;
}

bool touchesRidge(const FlatLabels& labels, const QRectF& room) {
    return std::ranges::any_of(labels.ridges, [&](const RidgeLabel& label) {
        return label.room.adjusted(-6.0, 0.0, 6.0, 0.0).intersects(room);
    });
}

QString computeName(const Roof& roof, const Result& result) {
    const auto precision = precisionLabel(result.precision);
    return ChartCanvas::tr("%1 dense %2")
        .arg(QString::fromUtf8(precision.data(), static_cast<int>(precision.size())),
             prettySignificant(roof.datasheet, 4));
}

/// Where the compute roof's name may stand, the best place first: at the right edge, above the
/// ridges' numbers, left of one of them.
std::vector<QPointF> namePlaces(const FlatLabels& labels, double right, double edge, double y) {
    std::vector<QPointF> places{{right, y}, {right, y - 24.0}};
    for (const RidgeLabel& label : labels.ridges) {
        places.emplace_back(label.room.left() - edge + right - 6.0, y);
    }
    return places;
}

/// The name in full, else its number alone, where it touches nothing; else it takes the room of a
/// ridge's number.
FlatLabels flatLabels(const ChartCanvas& canvas,
                      const std::vector<Roof>& roofs,
                      const Result& result,
                      const QFont& font) {
    FlatLabels labels{.ridges = ridgeLabels(canvas, roofs, weighted(font, QFont::Normal))};
    const auto compute = std::ranges::find(roofs, Bound::Compute, &Roof::tier);
    const QRectF plot = canvas.plotRect();
    const double y =
        compute == roofs.end() ? -1.0 : canvas.toScreen({1.0, compute->datasheet}).y() - 6.0;
    if (y < plot.top() || y > plot.bottom()) {
        return labels;
    }
    const QFont strong = weighted(font, QFont::DemiBold);
    const double start =
        labels.ridges.empty() ? plot.left() : labels.ridges.front().ridge.x() + 4.0;
    for (const QString& text :
         {computeName(*compute, result), prettySignificant(compute->datasheet, 4)}) {
        const double right = plot.right() - QFontMetricsF(strong).horizontalAdvance(text) - 4.0;
        for (const QPointF& place : namePlaces(labels, right, plot.right(), y)) {
            labels.text = text;
            labels.room = textRoom(strong, text, place);
            if (labels.room.top() > plot.top() - roomAbove && labels.room.left() > start &&
                !touchesRidge(labels, labels.room)) {
                return labels;
            }
        }
        labels.room = textRoom(strong, text, {right, y});
    }
    std::erase_if(labels.ridges, [&](const RidgeLabel& label) {
        return label.room.adjusted(-6.0, 0.0, 6.0, 0.0).intersects(labels.room);
    });
    return labels;
}

void writeAchievable(QPainter& painter, const ChartCanvas& canvas, const Roof& roof) {
    const QRectF plot = canvas.plotRect();
    const double y = canvas.toScreen({1.0, roof.achievable}).y() + 15.0;
    if (y < plot.top() || y > plot.bottom()) {
        return;
    }
    const QString text =
        ChartCanvas::tr("achievable %1").arg(prettySignificant(roof.achievable, 3));
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(text);
    const Theme& theme = canvas.colours();
    drawHaloText(painter, {plot.right() - width - 4.0, y}, text, theme.bound(Bound::Compute).text,
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
    const QSizeF size = canvas.plotRect().size();
    std::vector<SlopedLabel> labels;
    if (size.width() < leastForNames.width() || size.height() < leastForNames.height()) {
        return labels;
    }
    achievable = achievable && size.width() >= leastForAchievable.width() &&
                 size.height() >= leastForAchievable.height();
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
        if (fewest >= 0 && !touchesAny(label, labels)) {
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
                     bool achievable,
                     const QFont& font) {
    const Theme& theme = canvas.colours();
    const FlatLabels labels = flatLabels(canvas, roofs, result, font);
    painter.setFont(weighted(font, QFont::Normal));
    const double descent = 3.0;
    for (const RidgeLabel& label : labels.ridges) {
        painter.setPen(QPen(theme.bound(label.tier).fill, 1.5));
        painter.drawLine(label.ridge, label.ridge - QPointF(0.0, 10.0));
        drawHaloText(painter, label.room.bottomLeft() - QPointF(0.0, descent), label.text,
                     theme.bound(label.tier).text, theme.card);
    }
    const auto compute = std::ranges::find(roofs, Bound::Compute, &Roof::tier);
    if (achievable && compute != roofs.end()) {
        writeAchievable(painter, canvas, *compute);
    }
    if (!labels.text.isEmpty()) {
        painter.setFont(weighted(font, QFont::DemiBold));
        drawHaloText(painter, labels.room.bottomLeft() - QPointF(0.0, descent), labels.text,
                     theme.bound(Bound::Compute).text, theme.card);
    }
}

std::vector<QRectF> labelRoom(const ChartCanvas& canvas,
                              const std::vector<Roof>& roofs,
                              const Result& result,
                              const std::vector<SlopedLabel>& labels,
                              const QFont& font) {
    const QRectF plot = canvas.plotRect();
    const FlatLabels flat = flatLabels(canvas, roofs, result, font);
    std::vector<QRectF> room{flat.room};
    for (const RidgeLabel& label : flat.ridges) {
        room.push_back(label.room.adjusted(-2.0, 0.0, 2.0, 14.0));
    }
    const auto compute = std::ranges::find(roofs, Bound::Compute, &Roof::tier);
    if (compute != roofs.end()) {
        for (const double rate : {compute->datasheet, compute->achievable}) {
            const double y = canvas.toScreen({1.0, rate}).y();
            room.emplace_back(plot.left(), y - 1.5, plot.width(), 3.0);
        }
        const double below = canvas.toScreen({1.0, compute->achievable}).y();
        room.emplace_back(plot.right() - 120.0, below, 120.0, 20.0);
    }
    for (const SlopedLabel& label : labels) {
        const std::vector<QRectF> squares = roomOf(label);
        room.insert(room.end(), squares.begin(), squares.end());
    }
    return room;
}

} // namespace roofplan::ui

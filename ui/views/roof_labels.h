// The names of the roofs, written at their lines.
#pragma once

#include "core/result/result.h"
#include "ui/views/roofline_data.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <vector>

class QFont;
class QPainter;

namespace roofplan::ui {

class ChartCanvas;

/// A name along a sloped roof: above the datasheet line, and below the achievable one.
struct SlopedLabel {
    Bound tier = Bound::Hbm;
    QPointF centre; ///< on the datasheet line
    double angle = 0.0;
    double width = 0.0;
    double drop = 0.0; ///< from the datasheet line to the achievable one
    QString text;
    QString achievable; ///< empty when those roofs are hidden
};

/// What to write and where: beside as few of `marks` as can be.
[[nodiscard]] std::vector<SlopedLabel> slopedLabels(const ChartCanvas& canvas,
                                                    const std::vector<Roof>& roofs,
                                                    const Result& result,
                                                    bool achievable,
                                                    const std::vector<QRectF>& marks,
                                                    const QFont& font);

void paintSlopedLabels(QPainter& painter,
                       const ChartCanvas& canvas,
                       const std::vector<SlopedLabel>& labels);

/// The compute roof's name at the right edge, and each ridge's intensity above it.
void paintFlatLabels(QPainter& painter,
                     const ChartCanvas& canvas,
                     const std::vector<Roof>& roofs,
                     const Result& result,
                     bool achievable,
                     const QFont& font);

/// Room that these labels take, for other labels to keep out of.
[[nodiscard]] std::vector<QRectF> labelRoom(const ChartCanvas& canvas,
                                            const std::vector<Roof>& roofs,
                                            const Result& result,
                                            const std::vector<SlopedLabel>& labels,
                                            const QFont& font);

} // namespace roofplan::ui

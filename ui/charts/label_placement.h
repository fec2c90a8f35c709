// Where labels of points go: beside their mark, never over another mark or label.
#pragma once

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace roofplan::ui {

struct LabelRequest {
    QPointF mark;
    double radius = 0.0;
    QSizeF size;
};

/// The rectangle of each label inside `bounds`, in the order of the requests (the first has the
/// first choice); absent where no place beside the mark is free.
[[nodiscard]] std::vector<std::optional<QRectF>> placeLabels(
    const std::vector<LabelRequest>& requests, std::vector<QRectF> obstacles, const QRectF& bounds);

} // namespace roofplan::ui

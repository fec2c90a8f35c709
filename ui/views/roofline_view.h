// The roofline, log-log: the machine's roofs and a point per operator sized by its time.
#pragma once

#include "core/result/result.h"
#include "ui/views/roofline_data.h"
#include "ui/views/roofline_lens.h"
#include "ui/views/roofline_marks.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QLineSeries;
class QToolButton;

namespace roofplan::ui {

class ChartCanvas;
class ElidedLabel;
class PaintedItem;
struct Answer;

class RooflineView : public QWidget {
    Q_OBJECT

public:
    explicit RooflineView(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    /// Marks the point of a term; −1 for none.
    void select(int term);

    [[nodiscard]] ChartCanvas& canvas() { return *m_canvas; }

    /// Points that pass the filters, longest first.
    [[nodiscard]] const std::vector<RooflinePoint>& points() const { return m_visible; }

    [[nodiscard]] QPointF screenPosition(const RooflinePoint& point) const;

Q_SIGNALS:
    void termSelected(int term);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct RoofLines {
        Roof roof;
        QLineSeries* datasheet = nullptr;
        QLineSeries* achievable = nullptr;
    };

    /// A mark under the pointer, in the plot or in the lens.
    struct Hit {
        RooflinePoint point;
        QPointF position;
    };

    QWidget* makeFilters();
    void connectCanvas();
    void filterPoints();
    void setRoofs(const std::vector<Roof>& roofs);
    void placeRoofs();
    void styleRoofs();
    [[nodiscard]] std::vector<Roof> shownRoofs() const;
    void paintPlot(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    [[nodiscard]] const Roof* findCompute() const;
    [[nodiscard]] double peak() const;
    [[nodiscard]] double achievablePeak() const;
    [[nodiscard]] MarkSpace space() const;
    [[nodiscard]] std::optional<RooflineLens> lens() const;
    [[nodiscard]] std::optional<Hit> hitAt(const QPointF& position) const;
    void step(int direction);

    ChartCanvas* m_canvas;
    PaintedItem* m_marks;
    PaintedItem* m_hoverLayer;
    QToolButton* m_forward = nullptr;
    QToolButton* m_backward = nullptr;
    QCheckBox* m_achievable = nullptr;
    QLabel* m_condition = nullptr; ///< says that the plan does not fit
    ElidedLabel* m_legend = nullptr;
    std::shared_ptr<const Result> m_result;
    QString m_empty; ///< shown where there is no result
    std::vector<RoofLines> m_roofs;
    std::vector<RooflinePoint> m_points;
    std::vector<RooflinePoint> m_visible;
    std::optional<Hit> m_hovered;
    int m_selected = -1;
};

} // namespace roofplan::ui

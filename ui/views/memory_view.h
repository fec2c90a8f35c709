// Memory per GPU: a stacked bar for each pipeline stage against what the GPU has.
#pragma once

#include "core/result/result.h"

#include <QScrollArea>

#include <memory>
#include <optional>

namespace roofplan::ui {

struct Answer;

/// The plot itself: painted, grows with the number of stages.
class MemoryPlot : public QWidget {
    Q_OBJECT

public:
    explicit MemoryPlot(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

Q_SIGNALS:
    void activated();
    void partActivated(int stage, roofplan::MemoryPart part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] QRectF barArea() const;
    [[nodiscard]] QRectF barRect(std::size_t stage) const;
    [[nodiscard]] double toX(Bytes bytes) const;
    [[nodiscard]] std::optional<MemoryPart> partAt(std::size_t stage, double x) const;
    void paintLegend(QPainter& painter) const;
    void paintStage(QPainter& painter, std::size_t stage) const;
    void paintCapacity(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintHover(QPainter& painter) const;

    std::shared_ptr<const Result> m_result;
    QString m_empty; ///< shown where there is no result
    bool m_stale = false;
    double m_axisGib = 100.0;
    std::optional<std::size_t> m_hovered;
    QPointF m_pointer;
};

class MemoryView : public QScrollArea {
    Q_OBJECT

public:
    explicit MemoryView(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

Q_SIGNALS:
    void activated(); ///< asks where the memory figure comes from
    void partActivated(int stage, roofplan::MemoryPart part); ///< asks the same of a part

private:
    MemoryPlot* m_plot;
};

} // namespace roofplan::ui

// Rows of a label, a bar on a common scale and a value: the step's waterfall, the sensitivities.
#pragma once

#include "core/result/bound.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace roofplan::ui {

struct BarRow {
    QString label;
    QString value;
    QString toolTip;
    double from = 0.0; ///< ends of the bar on the common scale
    double to = 0.0;
    Bound bound = Bound::Compute; ///< the colour; bubble is hatched
    int id = -1;                  ///< what a click reports
};

/// Painted, clickable, reachable by keyboard (up, down, Enter).
class BarList : public QWidget {
    Q_OBJECT

public:
    explicit BarList(QWidget* parent = nullptr);

    /// `low`…`high` is the common scale; a thin line marks zero.
    void setRows(std::vector<BarRow> rows, double low, double high);

    void setCurrent(int id);

    [[nodiscard]] const std::vector<BarRow>& rows() const { return m_rows; }

    [[nodiscard]] QRect rowRect(int row) const;

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void activated(int id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintRow(QPainter& painter, int row, int labelWidth) const;
    [[nodiscard]] int rowAt(const QPoint& position) const;

    std::vector<BarRow> m_rows;
    double m_low = 0.0;
    double m_high = 1.0;
    int m_current = -1; ///< row
};

} // namespace roofplan::ui

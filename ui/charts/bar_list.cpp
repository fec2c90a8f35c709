#include "ui/charts/bar_list.h"

#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr int rowHeight = 20;
constexpr int valueWidth = 58;
constexpr double mostLabelShare = 0.52;

} // namespace

BarList::BarList(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BarList::setRows(std::vector<BarRow> rows, double low, double high) {
    const std::size_t before = m_rows.size();
    const int id = m_current >= 0 && m_current < static_cast<int>(m_rows.size())
                       ? m_rows[static_cast<std::size_t>(m_current)].id
                       : -1;
    m_rows = std::move(rows);
    m_low = low;
    m_high = high > low ? high : low + 1.0;
    setCurrent(id);
    if (before != m_rows.size()) {
        updateGeometry();
    }
    QString description;
    for (const BarRow& row : m_rows) {
        description += row.label + QStringLiteral(": ") + row.value + QStringLiteral("; ");
    }
    setAccessibleDescription(description);
    update();
}

void BarList::setCurrent(int id) {
    const auto found = std::ranges::find(m_rows, id, &BarRow::id);
    m_current = id < 0 || found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    update();
}

QRect BarList::rowRect(int row) const {
    return {0, row * rowHeight, width(), rowHeight};
}

QSize BarList::sizeHint() const {
    return {200, static_cast<int>(m_rows.size()) * rowHeight};
}

void BarList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QFont small = font();
    small.setPixelSize(12);
    painter.setFont(small);
    const QFontMetrics metrics(small);
    int labelWidth = 0;
    for (const BarRow& row : m_rows) {
        labelWidth = std::max(labelWidth, metrics.horizontalAdvance(row.label) + 14);
    }
    labelWidth = std::min(labelWidth, static_cast<int>(mostLabelShare * width()));
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        paintRow(painter, row, labelWidth);
    }
}

void BarList::paintRow(QPainter& painter, int row, int labelWidth) const {
    const Theme& theme = themeOf(*this);
    const BarRow& bar = m_rows[static_cast<std::size_t>(row)];
    const QRect rect = rowRect(row);
    const QRectF area(labelWidth, rect.top(), width() - labelWidth - valueWidth - 6, rowHeight);
    const auto x = [&](double value) {
        return area.left() + area.width() * (value - m_low) / (m_high - m_low);
    };

    if (row == m_current) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.selection);
        painter.drawRoundedRect(rect, 4.0, 4.0);
    }
    painter.setPen(theme.line);
    painter.drawLine(QPointF(x(0.0), rect.top()), QPointF(x(0.0), rect.bottom() + 1));

    const double left = x(std::min(bar.from, bar.to));
    const double breadth = std::max(std::abs(x(bar.to) - x(bar.from)), 1.5);
    const QRectF body(std::min(left, area.right() - 1.5), rect.top() + 4, breadth, rowHeight - 8);
    painter.fillRect(body, theme.bound(bar.bound).fill);
    if (bar.bound == Bound::Bubble) {
        painter.fillRect(body, QBrush(theme.card, Qt::BDiagPattern));
    }

    const QFontMetrics metrics(painter.font());
    painter.setPen(theme.muted);
    painter.drawText(QRect(4, rect.top(), labelWidth - 10, rowHeight),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(bar.label, Qt::ElideRight, labelWidth - 10));
    painter.setPen(theme.ink);
    painter.drawText(QRect(width() - valueWidth, rect.top(), valueWidth - 4, rowHeight),
                     Qt::AlignRight | Qt::AlignVCenter, bar.value);
    if (hasFocus() && row == std::max(m_current, 0)) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0);
    }
}

int BarList::rowAt(const QPoint& position) const {
    const int row = position.y() / rowHeight;
    return position.y() >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

void BarList::mousePressEvent(QMouseEvent* event) {
    const int row = rowAt(event->pos());
    if (row >= 0 && event->button() == Qt::LeftButton) {
        m_current = row;
        update();
        Q_EMIT activated(m_rows[static_cast<std::size_t>(row)].id);
    }
}

void BarList::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_rows.size()) - 1;
    int row = m_current;
    if (event->key() == Qt::Key_Down) {
        row = std::min(row + 1, last);
    } else if (event->key() == Qt::Key_Up) {
        row = std::max(row - 1, 0);
    } else if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Space) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (row >= 0 && row <= last) {
        m_current = row;
        update();
        Q_EMIT activated(m_rows[static_cast<std::size_t>(row)].id);
    }
}

void BarList::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void BarList::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

bool BarList::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        if (row >= 0) {
            QToolTip::showText(help->globalPos(), m_rows[static_cast<std::size_t>(row)].toolTip,
                               this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace roofplan::ui

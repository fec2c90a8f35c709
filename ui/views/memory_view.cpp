#include "ui/views/memory_view.h"

#include "core/units/quantity_literals.h"
#include "ui/charts/hover_card.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/style/faded.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace roofplan::ui {
namespace {

using namespace literals;

constexpr double rowHeight = 30.0;
constexpr double barHeight = 20.0;
constexpr double leftRoom = 64.0;
constexpr double rightRoom = 24.0;
constexpr double topRoom = 64.0;
constexpr double bottomRoom = 44.0;

QString gib(Bytes bytes, int decimals = 1) {
    return prettyNumber(bytes.in(1.0_GiB), decimals);
}

/// A round step that gives about six ticks.
double tickStep(double length) {
    const double raw = length / 6.0;
    const double decade = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double digit : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        if (digit * decade >= raw) {
            return digit * decade;
        }
    }
    return 10.0 * decade;
}

QFont pixelFont(const QFont& base, int pixels, bool strong = false) {
    QFont font = base;
    font.setPixelSize(pixels);
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    return font;
}

} // namespace

MemoryPlot::MemoryPlot(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Memory per GPU, by stage"));
}

void MemoryPlot::showAnswer(const Answer& answer) {
    m_result = answer.result;
    m_empty = answer.emptyText();
    m_stale = !answer.isFresh() && !answer.blank;
    m_hovered.reset();
    QString description;
    if (m_result != nullptr) {
        Bytes most = m_result->headline.memoryCapacity;
        for (const StageMemory& stage : m_result->stages) {
            most = std::max(most, stage.total());
        }
        const double step = tickStep(1.06 * most.in(1.0_GiB));
        m_axisGib = step * std::ceil(1.06 * most.in(1.0_GiB) / step);
        setMinimumHeight(static_cast<int>(
            topRoom + rowHeight * static_cast<double>(m_result->stages.size()) + bottomRoom));
        description =
            tr("Stage %1 needs most: %2 of %3 GiB.")
                .arg(QString::number(m_result->worstStage), gib(m_result->headline.memoryPeak),
                     gib(m_result->headline.memoryCapacity));
    }
    setAccessibleDescription(description);
    update();
}

QRectF MemoryPlot::barArea() const {
    const double rows = m_result == nullptr ? 0.0 : static_cast<double>(m_result->stages.size());
    return {leftRoom, topRoom, width() - leftRoom - rightRoom, rows * rowHeight};
}

QRectF MemoryPlot::barRect(std::size_t stage) const {
    const double top = topRoom + rowHeight * static_cast<double>(stage);
    return {leftRoom, top + (rowHeight - barHeight) / 2.0, barArea().width(), barHeight};
}

double MemoryPlot::toX(Bytes bytes) const {
    return leftRoom + barArea().width() * bytes.in(1.0_GiB) / m_axisGib;
}

void MemoryPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(pixelFont(font(), 12, true));
    painter.setPen(theme.ink);
    painter.drawText(QRectF(4.0, 2.0, width(), 18.0), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Memory per GPU, by stage (GiB)"));
    if (m_result == nullptr) {
        painter.setFont(pixelFont(font(), 13));
        painter.setPen(theme.muted);
        painter.drawText(rect(), Qt::AlignCenter, m_empty);
        return;
    }
    painter.setOpacity(m_stale ? fadedOpacity : 1.0);
    paintLegend(painter);
    paintAxis(painter);
    for (std::size_t stage = 0; stage < m_result->stages.size(); ++stage) {
        paintStage(painter, stage);
    }
    paintCapacity(painter);
    painter.setOpacity(1.0);
    paintHover(painter);
}

void MemoryPlot::paintLegend(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    painter.setFont(pixelFont(font(), 11));
    const QFontMetricsF metrics(painter.font());
    double left = leftRoom;
    for (std::size_t i = 0; i < m_result->memory.parts.size(); ++i) {
        if (m_result->memory.parts[i].base() <= 0.0) {
            continue;
        }
        const QString label = translated(memoryPartLabel(static_cast<MemoryPart>(i)));
        painter.fillRect(QRectF(left, 27.0, 10.0, 10.0), theme.slate[i]);
        painter.setPen(theme.muted);
        painter.drawText(QPointF(left + 14.0, 36.0), label);
        left += 14.0 + metrics.horizontalAdvance(label) + 14.0;
    }
}

void MemoryPlot::paintStage(QPainter& painter, std::size_t stage) const {
    const Theme& theme = themeOf(*this);
    const StageMemory& memory = m_result->stages[stage];
    const QRectF bar = barRect(stage);
    const bool worst = static_cast<std::int64_t>(stage) == m_result->worstStage;
    painter.setFont(pixelFont(font(), 12, worst));
    painter.setPen(theme.ink);
    painter.drawText(QRectF(4.0, bar.top(), leftRoom - 12.0, barHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("stage %1").arg(stage));

    painter.setFont(pixelFont(font(), 11));
    const QFontMetricsF metrics(painter.font());
    Bytes sum;
    for (std::size_t i = 0; i < memory.parts.size(); ++i) {
        const QRectF part(toX(sum), bar.top(), toX(sum + memory.parts[i]) - toX(sum), barHeight);
        painter.fillRect(part, theme.slate[i]);
        const QString text = gib(memory.parts[i]);
        if (part.width() > metrics.horizontalAdvance(text) + 8.0) {
            painter.setPen(readableOn(theme.slate[i]));
            painter.drawText(part, Qt::AlignCenter, text);
        }
        sum += memory.parts[i];
    }
    painter.setFont(pixelFont(font(), 12, true));
    painter.setPen(theme.ink);
    const QString total = gib(sum);
    const double after = toX(sum) + 8.0;
    const double width = QFontMetricsF(painter.font()).horizontalAdvance(total);
    painter.drawText(QRectF(after, bar.top(), width + 2.0, barHeight), Qt::AlignVCenter, total);
    if (worst) {
        painter.setFont(pixelFont(font(), 11));
        painter.setPen(theme.muted);
        const Bytes free = m_result->headline.memoryCapacity - sum;
        painter.drawText(QRectF(after + width + 8.0, bar.top(), 300.0, barHeight), Qt::AlignVCenter,
                         free.base() >= 0.0 ? tr("worst stage, %1 GiB free").arg(gib(free))
                                            : tr("worst stage, %1 GiB over").arg(gib(-free)));
    }
}

void MemoryPlot::paintCapacity(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const double x = toX(m_result->headline.memoryCapacity);
    const QRectF area = barArea();
    painter.setPen(QPen(theme.ink, 2.0));
    painter.drawLine(QPointF(x, area.top() - 4.0), QPointF(x, area.bottom() + 2.0));
    painter.setFont(pixelFont(font(), 11, true));
    const QString text = tr("%1 GiB visible").arg(gib(m_result->headline.memoryCapacity));
    painter.drawText(QRectF(x - 200.0, area.top() - 20.0, 204.0, 16.0),
                     Qt::AlignRight | Qt::AlignVCenter, text);
}

void MemoryPlot::paintAxis(QPainter& painter) const {
    const Theme& theme = themeOf(*this);
    const QRectF area = barArea();
    painter.setFont(pixelFont(font(), 12));
    const double step = tickStep(m_axisGib);
    for (int i = 0; i * step <= m_axisGib * 1.001; ++i) {
        const double x = toX(Bytes(i * step * (1.0_GiB).base()));
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x - 40.0, area.bottom() + 4.0, 80.0, 16.0), Qt::AlignCenter,
                         prettyNumber(i * step, step < 1.0 ? 1 : 0));
    }
}

void MemoryPlot::paintHover(QPainter& painter) const {
    if (!m_hovered) {
        return;
    }
    const StageMemory& memory = m_result->stages[*m_hovered];
    HoverCard card{tr("Stage %1").arg(*m_hovered), {}};
    for (std::size_t i = 0; i < memory.parts.size(); ++i) {
        if (memory.parts[i].base() <= 0.0) {
            continue;
        }
        card.rows.emplace_back(translated(memoryPartLabel(static_cast<MemoryPart>(i))),
                               gib(memory.parts[i]) + QChar(0x202F) + QStringLiteral("GiB"));
    }
    card.rows.emplace_back(tr("together"),
                           gib(memory.total()) + QChar(0x202F) + QStringLiteral("GiB"));
    painter.setFont(font());
    drawHoverCard(painter, card, m_pointer, QRectF(rect()), themeOf(*this));
}

void MemoryPlot::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    m_hovered.reset();
    const double row = (m_pointer.y() - topRoom) / rowHeight;
    if (m_result != nullptr && row >= 0.0 && row < static_cast<double>(m_result->stages.size())) {
        m_hovered = static_cast<std::size_t>(row);
    }
    setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

std::optional<MemoryPart> MemoryPlot::partAt(std::size_t stage, double x) const {
    const StageMemory& memory = m_result->stages[stage];
    Bytes sum;
    for (std::size_t i = 0; i < memory.parts.size(); ++i) {
        const double left = toX(sum);
        sum += memory.parts[i];
        if (x >= left && x < toX(sum)) {
            return static_cast<MemoryPart>(i);
        }
    }
    return std::nullopt;
}

void MemoryPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_hovered || event->button() != Qt::LeftButton) {
        return;
    }
    if (const auto part = partAt(*m_hovered, event->position().x())) {
        Q_EMIT partActivated(static_cast<int>(*m_hovered), *part);
    } else {
        Q_EMIT activated();
    }
}

void MemoryPlot::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
}

MemoryView::MemoryView(QWidget* parent) : QScrollArea(parent), m_plot(new MemoryPlot) {
    setWidget(m_plot);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    m_plot->setAutoFillBackground(false);
    connect(m_plot, &MemoryPlot::activated, this, &MemoryView::activated);
    connect(m_plot, &MemoryPlot::partActivated, this, &MemoryView::partActivated);
}

void MemoryView::showAnswer(const Answer& answer) {
    m_plot->showAnswer(answer);
}

} // namespace roofplan::ui

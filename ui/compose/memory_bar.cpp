#include "ui/compose/memory_bar.h"

#include "core/units/quantity_literals.h"
#include "ui/style/card.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

using namespace literals;

constexpr int barHeight = 8;

QString partsText(const StageMemory& memory) {
    QString text;
    for (std::size_t i = 0; i < memory.parts.size(); ++i) {
        if (memory.parts[i].base() > 0.0) {
            text += QStringLiteral("%1: %2\n")
                        .arg(translated(memoryPartLabel(static_cast<MemoryPart>(i))),
                             prettyQuantity(memory.parts[i].base(), UnitKind::Size));
        }
    }
    return text.trimmed();
}

} // namespace

MemoryBar::MemoryBar(QWidget* parent)
    : QWidget(parent), m_title(makeLabel("field", tr("HBM, worst stage"))), m_value(new QLabel) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 4, 0, barHeight + 4);
    row->addWidget(m_title, 1);
    row->addWidget(m_value);
    setAccessibleName(m_title->text());
}

void MemoryBar::setResult(std::shared_ptr<const Result> result) {
    m_result = std::move(result);
    QString value = QStringLiteral("—");
    QString parts;
    if (m_result != nullptr) {
        value = QStringLiteral("%1 / %2").arg(
                    prettyNumber(m_result->headline.memoryPeak.in(1.0_GiB), 0),
                    prettyNumber(m_result->headline.memoryCapacity.in(1.0_GiB), 0)) +
                QChar(0x202F) + QStringLiteral("GiB");
        parts = partsText(m_result->memory);
    }
    m_value->setText(value);
    setToolTip(parts);
    setAccessibleDescription(value + QStringLiteral(". ") + parts);
    update();
}

void MemoryBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0.0, height() - barHeight, width(), barHeight);
    QPainterPath outline;
    outline.addRoundedRect(bar, barHeight / 2.0, barHeight / 2.0);
    painter.setClipPath(outline);
    painter.fillRect(bar, theme.grid);
    if (m_result == nullptr) {
        return;
    }
    const Headline& headline = m_result->headline;
    const double whole = std::max(headline.memoryCapacity, m_result->memory.total()).base();
    double left = 0.0;
    for (std::size_t i = 0; whole > 0.0 && i < m_result->memory.parts.size(); ++i) {
        const double breadth = bar.width() * m_result->memory.parts[i].base() / whole;
        painter.fillRect(QRectF(left, bar.top(), breadth, bar.height()), theme.slate[i]);
        left += breadth;
    }
    if (!m_result->feasible && whole > 0.0) {
        const double limit = bar.width() * headline.memoryCapacity.base() / whole;
        painter.fillRect(QRectF(limit, bar.top(), bar.width() - limit, bar.height()),
                         QBrush(theme.error, Qt::BDiagPattern));
        painter.fillRect(QRectF(limit - 1.0, bar.top(), 2.0, bar.height()), theme.error);
    }
}

} // namespace roofplan::ui

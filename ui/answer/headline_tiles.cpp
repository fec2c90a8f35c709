#include "ui/answer/headline_tiles.h"

#include "ui/answer/headline_text.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/models/own_numbers.h"
#include "ui/style/card.h"
#include "ui/style/elided_label.h"
#include "ui/style/faded.h"
#include "ui/style/fitted_label.h"
#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace roofplan::ui {
namespace {

constexpr int narrowestTile = 112; ///< below it the tiles stand in two rows
constexpr int tileSpacing = 8;
constexpr int markWidth = 18; ///< of "your number", beside the value

/// Why there is no number.
QString firstError(const Diagnostics& problems) {
    const auto error = std::ranges::find(problems, Severity::Error, &Diagnostic::severity);
    return error == problems.end() ? QString() : findingText(*error);
}

} // namespace

HeadlineTile::HeadlineTile(HeadlineNumber number, QWidget* parent)
    : QFrame(parent),
      m_number(number),
      m_value(new FittedLabel("value")),
      m_note(new ElidedLabel("note")) {
    setProperty("card", true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tileLabel(number));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(11, 8, 4, 8);
    column->setSpacing(1);
    auto* label = new ElidedLabel("secondary");
    label->setFullText(tileLabel(number), tileLabel(number).section(u' ', 0, 0));
    column->addWidget(label);
    column->addWidget(m_value);
    column->addWidget(m_note);
}

void HeadlineTile::show(const TileText& text, bool stale) {
    m_value->setText(text.value);
    m_note->setFullText(text.note, text.brief);
    setStyleFlag(*m_value, "stale", stale);
    setFaded(*m_value, stale);
    setFaded(*m_note, stale);
    const QString help = tr("Show where this number comes from");
    m_help = text.note.isEmpty() ? help : text.note + QStringLiteral("\n") + help;
    if (stale) {
        m_help = tr("Not of what is typed: the last good result") + QStringLiteral("\n") + m_help;
    }
    setAccessibleDescription(text.value + QStringLiteral(", ") + text.note);
    setOwnNumbers({});
}

void HeadlineTile::setOwnNumbers(const QStringList& numbers) {
    m_own = numbers;
    const QString own = ownNumbersText(numbers);
    setToolTip(own.isEmpty() ? m_help : m_help + QStringLiteral("\n\n") + own);
    if (!own.isEmpty()) {
        setAccessibleDescription(accessibleDescription() + QStringLiteral(", ") + own);
    }
    m_value->setContentsMargins(0, 0, numbers.isEmpty() ? 0 : markWidth, 0);
    update();
}

void HeadlineTile::setCompact(bool compact) {
    m_note->setVisible(!compact);
}

void HeadlineTile::setExplained(bool explained) {
    m_explained = explained;
    update();
}

QString HeadlineTile::value() const {
    return m_value->text();
}

QString HeadlineTile::note() const {
    return m_note->fullText();
}

void HeadlineTile::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) {
        Q_EMIT activated(m_number);
    }
}

void HeadlineTile::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
        event->key() == Qt::Key_Space) {
        Q_EMIT activated(m_number);
        return;
    }
    QFrame::keyPressEvent(event);
}

void HeadlineTile::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_own.isEmpty()) {
        painter.setPen(themeOf(*this).accent);
        painter.drawText(m_value->geometry(), Qt::AlignVCenter | Qt::AlignRight, QString(ownMark));
    }
    if (m_explained) {
        painter.setPen(QPen(themeOf(*this).accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8.0, 8.0);
    }
    if (hasFocus() && m_byKeyboard) {
        painter.setPen(QPen(themeOf(*this).ink, 1.0, Qt::DotLine));
        painter.drawRoundedRect(QRectF(rect()).adjusted(3.5, 3.5, -3.5, -3.5), 6.0, 6.0);
    }
}

void HeadlineTile::focusInEvent(QFocusEvent* event) {
    QFrame::focusInEvent(event);
    m_byKeyboard = event->reason() == Qt::TabFocusReason ||
                   event->reason() == Qt::BacktabFocusReason ||
                   event->reason() == Qt::ShortcutFocusReason;
    update();
}

void HeadlineTile::focusOutEvent(QFocusEvent* event) {
    QFrame::focusOutEvent(event);
    update();
}

HeadlineTiles::HeadlineTiles(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(tileSpacing);
    for (const HeadlineNumber number : headlineTiles) {
        auto* tile = new HeadlineTile(number);
        m_tiles.push_back(tile);
        connect(tile, &HeadlineTile::activated, this, &HeadlineTiles::activated);
    }
    placeTiles();
}

void HeadlineTiles::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeTiles();
}

/// One row, or two rows of half the tiles in a narrow window.
void HeadlineTiles::placeTiles() {
    const int count = static_cast<int>(m_tiles.size());
    const int least = count * narrowestTile + (count - 1) * tileSpacing;
    const int columns = m_columns > 0 && width() < least ? count / 2 : count;
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    for (int i = 0; i < count; ++i) {
        HeadlineTile* tile = m_tiles[static_cast<std::size_t>(i)];
        m_grid->removeWidget(tile);
        m_grid->addWidget(tile, i / columns, i % columns);
        tile->setCompact(columns < count);
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
    }
}

void HeadlineTiles::setExplained(std::optional<HeadlineNumber> number) {
    for (HeadlineTile* tile : m_tiles) {
        tile->setExplained(tile->number() == number);
    }
}

void HeadlineTiles::showAnswer(const Answer& answer) {
    for (HeadlineTile* tile : m_tiles) {
        if (answer.result == nullptr) {
            tile->show(refusedText(answer.problems), false);
            tile->setToolTip(firstError(answer.problems));
            continue;
        }
        tile->show(tileText(*answer.result, tile->number()), !answer.isFresh());
        tile->setOwnNumbers(ui::ownNumbers(*answer.result, tile->number(), *answer.catalogue));
    }
}

const HeadlineTile& HeadlineTiles::tile(HeadlineNumber number) const {
    for (const HeadlineTile* tile : m_tiles) {
        if (tile->number() == number) {
            return *tile;
        }
    }
    return *m_tiles.front();
}

} // namespace roofplan::ui

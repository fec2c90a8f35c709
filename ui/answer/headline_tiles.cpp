#include "ui/answer/headline_tiles.h"

#include "ui/answer/headline_text.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/style/card.h"
#include "ui/style/elided_label.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace roofplan::ui {

HeadlineTile::HeadlineTile(HeadlineNumber number, QWidget* parent)
    : QFrame(parent),
      m_number(number),
      m_value(makeLabel("value")),
      m_note(new ElidedLabel("note")) {
    setProperty("card", true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Show where this number comes from"));
    setAccessibleName(tileLabel(number));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 6, 8);
    column->setSpacing(1);
    column->addWidget(makeLabel("secondary", tileLabel(number)));
    column->addWidget(m_value);
    column->addWidget(m_note);
    for (QLabel* label : findChildren<QLabel*>()) {
        label->setMinimumWidth(10);
    }
}

void HeadlineTile::show(const TileText& text, bool stale) {
    m_value->setText(text.value);
    m_note->setFullText(text.note);
    setStyleFlag(*m_value, "stale", stale);
    setAccessibleDescription(text.value + QStringLiteral(", ") + text.note);
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
    if (hasFocus()) {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(themeOf(*this).accent, 1.5));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8.0, 8.0);
    }
}

void HeadlineTile::focusInEvent(QFocusEvent* event) {
    QFrame::focusInEvent(event);
    update();
}

void HeadlineTile::focusOutEvent(QFocusEvent* event) {
    QFrame::focusOutEvent(event);
    update();
}

HeadlineTiles::HeadlineTiles(QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    for (const HeadlineNumber number : headlineTiles) {
        auto* tile = new HeadlineTile(number);
        m_tiles.push_back(tile);
        row->addWidget(tile, 1);
        connect(tile, &HeadlineTile::activated, this, &HeadlineTiles::activated);
    }
}

void HeadlineTiles::showAnswer(const Answer& answer) {
    for (HeadlineTile* tile : m_tiles) {
        if (answer.result == nullptr) {
            tile->show({QStringLiteral("—"), {}}, false);
            continue;
        }
        TileText text = tileText(*answer.result, tile->number());
        if (!answer.isFresh() && tile == m_tiles.front()) {
            text.note = tr("last good, %1").arg(answer.time.toString(QStringLiteral("HH:mm")));
        }
        tile->show(text, !answer.isFresh());
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

#include "ui/style/card.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QVBoxLayout>

namespace roofplan::ui {

QLabel* makeLabel(const char* role, const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

void setStyleFlag(QWidget& widget, const char* name, bool on) {
    if (widget.property(name).toBool() == on) {
        return;
    }
    widget.setProperty(name, on);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

Card::Card(const QString& title, QWidget* parent)
    : QFrame(parent),
      m_title(makeLabel("title")),
      m_aside(makeLabel("aside")),
      m_header(new QHBoxLayout),
      m_body(new QVBoxLayout(this)) {
    setProperty("card", true);
    QFont font = m_title->font();
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    m_title->setFont(font);
    m_header->setSpacing(0);
    m_header->addWidget(m_title, 1);
    m_header->addWidget(m_aside);
    m_aside->hide();
    m_body->setContentsMargins(12, 10, 12, 12);
    m_body->setSpacing(4);
    m_body->addLayout(m_header);
    m_body->addSpacing(2);
    setTitle(title);
}

void Card::setTitle(const QString& title) {
    m_title->setText(title.toUpper());
    setAccessibleName(title);
}

void Card::setAside(const QString& text) {
    m_aside->setText(text);
    m_aside->setVisible(!text.isEmpty());
}

void Card::addToHeader(QWidget* widget) {
    m_header->addWidget(widget);
}

} // namespace roofplan::ui

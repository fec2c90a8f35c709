#include "ui/style/elided_label.h"

namespace roofplan::ui {

ElidedLabel::ElidedLabel(const char* role, QWidget* parent) : QLabel(parent) {
    setProperty("role", QString::fromLatin1(role));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text) {
    m_full = text;
    elide();
}

QSize ElidedLabel::minimumSizeHint() const {
    return {10, fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide() {
    const QString shown = fontMetrics().elidedText(m_full, Qt::ElideRight, width());
    setText(shown);
    setToolTip(shown == m_full ? QString() : m_full);
}

} // namespace roofplan::ui

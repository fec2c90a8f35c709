#include "ui/style/elided_label.h"

namespace roofplan::ui {

ElidedLabel::ElidedLabel(const char* role, QWidget* parent) : QLabel(parent) {
    setProperty("role", QString::fromLatin1(role));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text, const QString& brief) {
    m_full = text;
    m_brief = brief;
    elide();
}

void ElidedLabel::setHelp(const QString& help) {
    m_help = help;
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
    const QFontMetrics metrics = fontMetrics();
    const bool fits = m_brief.isEmpty() || metrics.horizontalAdvance(m_full) <= width();
    const QString shown = elidedAtWords(fits ? m_full : m_brief, metrics, width());
    setText(shown);
    setToolTip(!m_help.isEmpty() ? m_help : shown == m_full ? QString() : m_full);
}

QString elidedAtWords(const QString& text, const QFontMetrics& metrics, int width) {
    const QString cut = metrics.elidedText(text, Qt::ElideRight, width);
    if (cut == text) {
        return text;
    }
    const QString kept = cut.chopped(1);
    const bool betweenWords = kept.size() < text.size() && text[kept.size()] == u' ';
    qsizetype end = betweenWords ? kept.size() : kept.lastIndexOf(u' ');
    while (end > 0 && (kept[end - 1] == u' ' || kept[end - 1] == u'·')) {
        --end; // what joined the part that is cut off
    }
    return end > kept.size() / 2 ? kept.left(end) + QChar(0x2026) : cut;
}

} // namespace roofplan::ui

#include "ui/shell/message_bar.h"

#include "ui/style/text.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <algorithm>

namespace roofplan::ui {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), m_text(new QLabel) {
    setProperty("card", true);
    setAccessibleName(tr("Message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 8, 8);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_text, &QLabel::linkActivated, this, &MessageBar::linkActivated);
    row->addWidget(m_text, 1);
    auto* close = new QToolButton;
    close->setText(QStringLiteral("✕"));
    close->setProperty("fold", true);
    close->setAccessibleName(tr("Dismiss the message"));
    close->setToolTip(close->accessibleName());
    row->addWidget(close, 0, Qt::AlignTop);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void MessageBar::showFindings(const QString& headline,
                              const Diagnostics& findings,
                              std::size_t mostShown) {
    m_failed = findings.empty() || hasErrors(findings);
    QString html = QStringLiteral("%1 <b>%2</b>")
                       .arg(m_failed ? QStringLiteral("⚠") : QStringLiteral("ℹ"),
                            printable(headline).toHtmlEscaped());
    for (std::size_t i = 0; i < std::min(findings.size(), mostShown); ++i) {
        const QString place = printable(QString::fromStdString(findings[i].place)).toHtmlEscaped();
        html += QStringLiteral("<br>") +
                (place.isEmpty() ? QString() : place + QStringLiteral(": ")) +
                findingText(findings[i]).toHtmlEscaped();
    }
    if (findings.size() > mostShown) {
        html += QStringLiteral("<br>") + tr("and %1 more").arg(findings.size() - mostShown);
    }
    if (!m_link.isEmpty()) {
        html += QStringLiteral("<br><a href=\"more\">%1</a>").arg(m_link.toHtmlEscaped());
    }
    m_text->setText(html);
    setAccessibleDescription(plainText());
    show();
}

void MessageBar::setLink(const QString& text) {
    m_link = text;
}

QString MessageBar::plainText() const {
    return QTextDocumentFragment::fromHtml(m_text->text()).toPlainText();
}

void MessageBar::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath outline;
    outline.addRoundedRect(QRectF(rect()), 8.0, 8.0);
    painter.setClipPath(outline);
    painter.fillRect(QRectF(0.0, 0.0, 4.0, height()),
                     m_failed ? themeOf(*this).error : themeOf(*this).accent);
}

} // namespace roofplan::ui

#include "ui/catalogue/detail_browser.h"

#include "ui/style/theme.h"

#include <QDesktopServices>
#include <QEvent>
#include <QScrollBar>
#include <QUrl>

namespace roofplan::ui {

DetailBrowser::DetailBrowser(QWidget* parent) : QTextBrowser(parent) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setProperty("role", QStringLiteral("page"));
    document()->setDocumentMargin(0);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https")) {
            QDesktopServices::openUrl(url);
        } else {
            Q_EMIT linkFollowed(url.toString());
        }
    });
}

void DetailBrowser::showPage(const QString& html) {
    if (html != m_page) {
        m_page = html;
        render();
        verticalScrollBar()->setValue(0);
    }
}

void DetailBrowser::render() {
    m_rendering = true;
    const Theme& theme = themeOf(*this);
    QString html = m_page;
    html.replace(QChar(0x202F), QChar::Nbsp); // HTML takes the narrow one for a blank
    html.replace(QStringLiteral("{ink}"), theme.ink.name());
    html.replace(QStringLiteral("{muted}"), theme.muted.name());
    html.replace(QStringLiteral("{accent}"), theme.accent.name());
    html.replace(QStringLiteral("{line}"), theme.line.name());
    html.replace(QStringLiteral("{field}"), theme.field.name());
    document()->setDefaultStyleSheet(
        QStringLiteral("a { color: %1; text-decoration: none; }").arg(theme.accent.name()));
    setHtml(html);
    m_rendering = false;
}

void DetailBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (!m_rendering &&
        (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)) {
        render();
    }
}

} // namespace roofplan::ui

// A page of text that scrolls: headings, figures, links. In the colours of the theme.
#pragma once

#include <QTextBrowser>

namespace roofplan::ui {

/// Its HTML names colours as {ink}, {muted}, {accent}, {line}, {field}. Links to the web open in
/// the web browser, others are reported.
class DetailBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit DetailBrowser(QWidget* parent = nullptr);

    void showPage(const QString& html);

Q_SIGNALS:
    void linkFollowed(const QString& target);

protected:
    void changeEvent(QEvent* event) override;

private:
    void render();

    QString m_page;
    bool m_rendering = false;
};

} // namespace roofplan::ui

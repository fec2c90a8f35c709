// A message inside the window that waits to be dismissed: what could not be opened, and why.
#pragma once

#include "core/base/diagnostic.h"

#include <QFrame>

class QLabel;

namespace roofplan::ui {

class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// `headline` says what failed, or what was done with the remarks that follow where none of
    /// them is an error; `mostShown` of them in full.
    void
    showFindings(const QString& headline, const Diagnostics& findings, std::size_t mostShown = 4);

    /// A link behind the findings, reported by linkActivated().
    void setLink(const QString& text);

    [[nodiscard]] QString plainText() const;

Q_SIGNALS:
    void linkActivated();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QString m_link;
    bool m_failed = true;
};

} // namespace roofplan::ui

// A one-line label that shortens its text to the room it has; the whole text is its tool tip.
#pragma once

#include <QLabel>

namespace roofplan::ui {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(const char* role, QWidget* parent = nullptr);

    void setFullText(const QString& text);

    [[nodiscard]] const QString& fullText() const { return m_full; }

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QString m_full;
};

} // namespace roofplan::ui

// A one-line label that takes a smaller font where its text would not fit.
#pragma once

#include <QLabel>

namespace roofplan::ui {

class FittedLabel : public QLabel {
    Q_OBJECT

public:
    explicit FittedLabel(const char* role, QWidget* parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;

    /// The font the text is drawn with at the present width.
    [[nodiscard]] QFont fittedFont() const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace roofplan::ui

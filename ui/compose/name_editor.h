// The scenario's name as a line to type in: Enter or leaving it keeps the text, Esc takes it back.
#pragma once

#include <QLineEdit>

namespace roofplan::ui {

class NameEditor : public QLineEdit {
    Q_OBJECT

public:
    explicit NameEditor(QWidget* parent = nullptr);

    /// Shows the kept name; drops what is being typed.
    void showName(const QString& name);

Q_SIGNALS:
    void entered(const QString& name);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_name;
};

} // namespace roofplan::ui

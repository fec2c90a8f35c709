// A combo box whose list is a table with a filter.
#pragma once

#include "ui/compose/picker_popup.h"

#include <QComboBox>
#include <QPointer>

#include <memory>

namespace roofplan::ui {

class PickerModel;

/// Its items are the choices; the table is filled when it opens. Typing opens it with what was
/// typed as its filter. Nothing but a pick in the table changes the choice.
class PickerBox : public QComboBox {
    Q_OBJECT

public:
    explicit PickerBox(std::unique_ptr<PickerModel> model, QWidget* parent = nullptr);
    ~PickerBox() override;

    [[nodiscard]] PickerModel& model() const { return *m_model; }

    [[nodiscard]] PickerPopup& popup() const { return *m_popup; }

    void showPopup() override;
    void hidePopup() override;

Q_SIGNALS:
    void opening(); ///< the table has to be filled

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void openWith(const QString& filter);
    void take(const QString& key);

    std::unique_ptr<PickerModel> m_model;
    QPointer<PickerPopup> m_popup; ///< of the window, whose style it takes
};

} // namespace roofplan::ui

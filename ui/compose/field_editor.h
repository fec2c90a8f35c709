// One field of the field table: label, editor, unit, and what is wrong with it.
#pragma once

#include "core/scenario/field_table.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace roofplan::ui {

class PickerBox;

/// Typing reports every text; Enter or leaving the editor reports it for keeps; Esc takes it back.
class FieldEditor : public QWidget {
    Q_OBJECT

public:
    explicit FieldEditor(const Field& field, QWidget* parent = nullptr);
    ~FieldEditor() override;

    [[nodiscard]] const Field& field() const { return m_field; }

    /// Shows the scenario's value. A text that is being typed, or was refused, stays.
    void showScenario(const Scenario& scenario, const Catalogue& catalogue);

    /// Fills the table that a picker is about to show.
    void fillPicker(const Scenario& scenario, const Catalogue& catalogue);

    /// Forgets a text that is being typed or was refused.
    void discardText();

    /// What an empty optional field comes to.
    void setDerivedText(const QString& text);

    /// Marks the field; the message pops up beside it while the person is there, until a click
    /// elsewhere. Empty for none.
    void setProblem(const QString& message);

    [[nodiscard]] QString problem() const;

    /// Puts the message where the field is now; hides it when the field is out of sight.
    void placeProblem();

    /// The line edit or the combo box.
    [[nodiscard]] QWidget* editor() const;

Q_SIGNALS:
    void typed(const QString& text);
    void entered(const QString& text);
    void cancelled();
    void pickerOpening(); ///< fillPicker() is due

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeLineEdit();
    void makeComboBox();
    void showChoices(const Scenario& scenario, const Catalogue& catalogue);
    void finishTyping();
    void hideProblem();

    const Field& m_field;
    QLineEdit* m_line = nullptr;
    QComboBox* m_combo = nullptr;
    PickerBox* m_picker = nullptr; ///< the combo box, where its list is a table
    QPointer<QLabel> m_problem;    ///< floats in the window, moves no other field
    QString m_derived;
    bool m_typing = false;
    bool m_dismissed = false; ///< the message, by a click elsewhere
};

} // namespace roofplan::ui

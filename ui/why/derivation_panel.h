// "Why is this number what it is?": words, formula, the numbers put in, the facts and their rivals.
#pragma once

#include "core/result/explanation.h"
#include "ui/style/card.h"

#include <vector>

class QGridLayout;
class QScrollArea;

namespace roofplan::ui {

class DerivationPanel : public Card {
    Q_OBJECT

public:
    explicit DerivationPanel(QWidget* parent = nullptr);

    void explain(const Explanation& explanation);

    void clear();

    [[nodiscard]] QString shownTitle() const { return m_heading->text(); }

Q_SIGNALS:
    void subjectChanged();                     ///< something else is explained than before
    void factRequested(roofplan::FactId fact); ///< to be shown in the catalogue

private:
    struct InputRow {
        QLabel* letter;
        QLabel* meaning;
        QLabel* value;
    };

    // Rows and notes are made once and shown again: an edit explains at every keystroke.
    [[nodiscard]] QScrollArea* scrolling();
    [[nodiscard]] InputRow addInputRow();
    void showInputs(const std::vector<ExplainedInput>& inputs);
    void showNotes(const QStringList& notes);
    void followLink(const QString& target);

    QLabel* m_heading;
    QLabel* m_result;
    QLabel* m_words;
    QLabel* m_formula;
    QFrame* m_inputs;
    QGridLayout* m_grid;
    QLabel* m_source;
    QLabel* m_confidence;
    QVBoxLayout* m_facts;
    QScrollArea* m_scroll;
    std::vector<InputRow> m_inputRows;
    std::vector<QLabel*> m_notes;
};

} // namespace roofplan::ui

// What a person composes: cluster, workload, parallel plan, stack; a field editor for each field of
// the field table.
#pragma once

#include "core/base/diagnostic.h"
#include "core/result/result.h"
#include "core/scenario/field_table.h"

#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace roofplan::ui {

class Card;
class ClusterSummary;
class FieldEditor;
class MemoryBar;
class NameEditor;
class ProjectDocument;
struct Answer;

class ComposePanel : public QWidget {
    Q_OBJECT

public:
    explicit ComposePanel(ProjectDocument& document, QWidget* parent = nullptr);
    ~ComposePanel() override;

    void showAnswer(const Answer& answer);

    /// Gives the keyboard to the editor of that field.
    void focusField(const std::string& key);

Q_SIGNALS:
    void importRequested();
    void inputProblemsChanged(const Diagnostics& problems); ///< of texts that were refused

private:
    void addCard(QVBoxLayout& column, FieldGroup group, const QString& title);
    void addEditor(Card& card, const Field& field);
    void addImportLink(Card& card) const;
    void addFoldLink(Card& card);
    void setUnfolded(bool unfolded);
    [[nodiscard]] bool isShown(const Field& field) const;
    void showScenario();
    void discardTexts();
    void setRefusal(FieldEditor& editor, Diagnostics problems);
    void reportRefusals();
    void showProblems();

    ProjectDocument& m_document;
    NameEditor* m_name;
    ClusterSummary* m_summary = nullptr;
    MemoryBar* m_memory = nullptr;
    std::vector<FieldEditor*> m_editors;
    std::map<FieldEditor*, Diagnostics> m_refusals; ///< of typed texts
    Diagnostics m_evaluationProblems;
    QToolButton* m_foldLink = nullptr;
    bool m_unfolded = false;   ///< what the preset of the stack says is shown field by field
    bool m_committing = false; ///< an own edit: what is being typed elsewhere stays
};

} // namespace roofplan::ui

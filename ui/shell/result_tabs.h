// The tables below the views, in tabs that fold: operators and diagnostics.
#pragma once

#include "core/base/diagnostic.h"
#include "core/result/result.h"

#include <QFrame>

#include <memory>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace roofplan::ui {

class DiagnosticModel;
class ElidedLabel;
class OperatorTable;
struct Answer;

class ResultTabs : public QFrame {
    Q_OBJECT

public:
    explicit ResultTabs(QWidget* parent = nullptr);

    void showAnswer(const Answer& answer);

    [[nodiscard]] OperatorTable& operators() { return *m_operators; }

    void setFolded(bool folded);

    [[nodiscard]] bool isFolded() const { return m_folded; }

    /// Height of the row of tabs, all that is left when folded.
    [[nodiscard]] int foldedHeight() const;

Q_SIGNALS:
    void foldRequested(bool folded);

private:
    void showNote();

    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    ElidedLabel* m_note;
    QToolButton* m_fold;
    OperatorTable* m_operators;
    DiagnosticModel* m_diagnostics;
    QString m_operatorNote;
    bool m_folded = false;
};

} // namespace roofplan::ui

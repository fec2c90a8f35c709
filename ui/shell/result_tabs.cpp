#include "ui/shell/result_tabs.h"

#include "ui/evaluation/evaluation_service.h"
#include "ui/models/diagnostic_model.h"
#include "ui/style/elided_label.h"
#include "ui/style/faded.h"
#include "ui/style/wrapping_table.h"
#include "ui/views/operator_table.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace roofplan::ui {
namespace {

enum Tab { Operators, Findings };

WrappingTable* makeDiagnosticTable(DiagnosticModel& model) {
    auto* table = new WrappingTable(model);
    table->setAccessibleName(ResultTabs::tr("Diagnostics"));
    table->setColumnWidth(DiagnosticModel::SeverityName, 90);
    table->setColumnWidth(DiagnosticModel::Place, 180);
    return table;
}

} // namespace

ResultTabs::ResultTabs(QWidget* parent)
    : QFrame(parent),
      m_tabs(new QTabBar),
      m_pages(new QStackedWidget),
      m_note(new ElidedLabel("secondary")),
      m_fold(new QToolButton),
      m_operators(new OperatorTable),
      m_diagnostics(new DiagnosticModel(this)) {
    setProperty("card", true);
    m_tabs->addTab(tr("Operators"));
    m_tabs->addTab(tr("Diagnostics"));
    m_tabs->setAccessibleName(tr("Tables"));
    m_tabs->setExpanding(false);
    m_tabs->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_pages->addWidget(m_operators);
    m_pages->addWidget(makeDiagnosticTable(*m_diagnostics));
    m_fold->setProperty("fold", true);
    m_fold->setObjectName(QStringLiteral("foldBottom"));
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 0, 8, 0);
    row->addWidget(m_tabs);
    row->addWidget(m_note, 1);
    row->addWidget(m_fold);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 3, 1, 2);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_pages, 1);

    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_tabs, &QTabBar::currentChanged, this, &ResultTabs::showNote);
    // The chosen tab is set in bold, so it takes more room.
    connect(m_tabs, &QTabBar::currentChanged, m_tabs, &QWidget::updateGeometry);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this] {
        if (m_folded) {
            Q_EMIT foldRequested(false);
        }
    });
    connect(m_fold, &QToolButton::clicked, this, [this] { Q_EMIT foldRequested(!m_folded); });
    setFolded(false);
}

void ResultTabs::showAnswer(const Answer& answer) {
    m_operators->setResult(answer.result);
    Diagnostics findings = answer.problems;
    if (answer.result != nullptr && answer.problems.empty()) {
        findings = answer.result->diagnostics;
    }
    m_tabs->setTabText(Findings, findings.empty() ? tr("Diagnostics")
                                                  : tr("Diagnostics (%1)").arg(findings.size()));
    m_diagnostics->setDiagnostics(std::move(findings));
    setFaded(*m_operators, !answer.isFresh() && !answer.blank);
    m_operatorNote.clear();
    if (answer.result != nullptr) {
        m_operatorNote = tr("%1 rows · selection follows the plot · Ctrl+C copies")
                             .arg(m_operators->operatorCount());
        if (!answer.result->feasible) {
            m_operatorNote = tr("if it fitted") + QStringLiteral(" · ") + m_operatorNote;
        }
    }
    showNote();
}

void ResultTabs::showNote() {
    m_note->setFullText(m_tabs->currentIndex() == Operators ? m_operatorNote : QString());
}

void ResultTabs::setFolded(bool folded) {
    m_folded = folded;
    m_pages->setVisible(!folded);
    m_fold->setText(folded ? QStringLiteral("▴") : QStringLiteral("▾"));
    m_fold->setAccessibleName(folded ? tr("Unfold the tables") : tr("Fold the tables"));
    m_fold->setToolTip(m_fold->accessibleName());
}

int ResultTabs::foldedHeight() const {
    return m_tabs->sizeHint().height() + 7;
}

} // namespace roofplan::ui

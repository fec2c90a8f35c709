#include "ui/shell/result_tabs.h"

#include "ui/evaluation/evaluation_service.h"
#include "ui/models/diagnostic_model.h"
#include "ui/style/card.h"
#include "ui/views/operator_table.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace roofplan::ui {
namespace {

enum Tab { Operators, Findings };

QTableView* makeDiagnosticTable(DiagnosticModel& model) {
    auto* table = new QTableView;
    table->setModel(&model);
    table->setAccessibleName(ResultTabs::tr("Diagnostics"));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(26);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setColumnWidth(DiagnosticModel::SeverityName, 90);
    table->setColumnWidth(DiagnosticModel::Place, 180);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

} // namespace

ResultTabs::ResultTabs(QWidget* parent)
    : QFrame(parent),
      m_tabs(new QTabBar),
      m_pages(new QStackedWidget),
      m_note(makeLabel("secondary")),
      m_fold(new QToolButton),
      m_operators(new OperatorTable),
      m_diagnostics(new DiagnosticModel(this)) {
    setProperty("card", true);
    m_tabs->addTab(tr("Operators"));
    m_tabs->addTab(tr("Diagnostics"));
    m_tabs->setAccessibleName(tr("Tables"));
    m_tabs->setExpanding(false);
    m_pages->addWidget(m_operators);
    m_pages->addWidget(makeDiagnosticTable(*m_diagnostics));
    m_fold->setProperty("fold", true);
    m_fold->setObjectName(QStringLiteral("foldBottom"));
    m_note->setMinimumWidth(10);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 0, 8, 0);
    row->addWidget(m_tabs);
    row->addStretch(1);
    row->addWidget(m_note);
    row->addWidget(m_fold);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 3, 1, 2);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_pages, 1);

    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
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
    m_note->setText(answer.result == nullptr
                        ? QString()
                        : tr("%1 rows · selection follows the plot · Ctrl+C copies")
                              .arg(m_operators->operatorCount()));
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

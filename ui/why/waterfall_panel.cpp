#include "ui/why/waterfall_panel.h"

#include "ui/charts/bar_list.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/models/term_figures.h"
#include "ui/style/bound_palette.h"
#include "ui/style/text.h"

#include <QVBoxLayout>

#include <algorithm>

namespace roofplan::ui {

WaterfallPanel::WaterfallPanel(QWidget* parent) : Card(tr("Step"), parent), m_bars(new BarList) {
    setAside(tr("exposed time"));
    m_bars->setAccessibleName(tr("Step waterfall"));
    m_bars->setObjectName(QStringLiteral("waterfall"));
    body().addWidget(m_bars);
    connect(m_bars, &BarList::activated, this, [this](int category) {
        const int term = largestTerm(*m_result, static_cast<Category>(category));
        if (term >= 0) {
            Q_EMIT termSelected(term);
        }
    });
}

void WaterfallPanel::showAnswer(const Answer& answer) {
    m_result = answer.result;
    fill();
}

void WaterfallPanel::fill() {
    if (m_result == nullptr) {
        setTitle(tr("Step"));
        m_bars->setRows({}, 0.0, 1.0);
        return;
    }
    const double step = m_result->headline.stepTime.base();
    setAside(m_result->feasible ? tr("exposed time") : tr("if it fitted"));
    setTitle(tr("Step, %1").arg(prettyQuantity(step, UnitKind::Time)));
    std::vector<BarRow> rows;
    double at = 0.0;
    for (const Waterfall::Bar& bar : waterfall(*m_result).bars) {
        const double seconds = bar.exposed.base();
        rows.push_back({.label = categoryTitle(bar.category),
                        .value = prettyQuantity(seconds, UnitKind::Time),
                        .toolTip = tr("%1 of the step, bound by %2")
                                       .arg(prettyPercent(step > 0.0 ? seconds / step : 0.0),
                                            boundLabel(bar.bound, *m_result)),
                        .from = at,
                        .to = at + seconds,
                        .bound = bar.bound,
                        .id = static_cast<int>(bar.category)});
        at += seconds;
    }
    m_bars->setRows(std::move(rows), 0.0, std::max(step, at));
}

void WaterfallPanel::selectTerm(int term) {
    const bool known =
        m_result != nullptr && term >= 0 && term < static_cast<int>(m_result->terms.size());
    m_bars->setCurrent(
        known ? static_cast<int>(m_result->terms[static_cast<std::size_t>(term)].category) : -1);
}

int largestTerm(const Result& result, Category category) {
    int largest = -1;
    Seconds most;
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        const Term& term = result.terms[i];
        if (term.category == category && isLeaf(result.terms, i) &&
            (largest < 0 || term.exposed > most)) {
            largest = static_cast<int>(i);
            most = term.exposed;
        }
    }
    return largest;
}

} // namespace roofplan::ui

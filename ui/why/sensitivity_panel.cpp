#include "ui/why/sensitivity_panel.h"

#include "ui/charts/bar_list.h"
#include "ui/evaluation/evaluation_service.h"
#include "ui/style/bound_palette.h"
#include "ui/style/text.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace roofplan::ui {

SensitivityPanel::SensitivityPanel(QWidget* parent)
    : Card(tr("What would move it"), parent), m_bars(new BarList) {
    m_bars->setAccessibleName(tr("What would move the step time"));
    m_bars->setObjectName(QStringLiteral("sensitivity"));
    addFactor(tr("+10%1%").arg(QChar(0x202F)), 1.1, "first");
    addFactor(tr("×2"), 2.0, "middle");
    addFactor(tr("½"), 0.5, "last");
    m_factors.front()->setChecked(true);
    body().addWidget(m_bars);
}

void SensitivityPanel::addFactor(const QString& text, double factor, const char* place) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setProperty("segment", QString::fromLatin1(place));
    button->setProperty("small", true);
    button->setToolTip(
        tr("Step time with each rate at %1 times its value").arg(pretty(QString::number(factor))));
    addToHeader(button);
    m_factors.push_back(button);
    connect(button, &QToolButton::clicked, this, [this, factor] {
        m_factor = factor;
        fill();
    });
}

void SensitivityPanel::showAnswer(const Answer& answer) {
    m_result = answer.result;
    fill();
}

void SensitivityPanel::fill() {
    std::vector<BarRow> rows;
    double low = 0.0;
    double high = 0.0;
    if (m_result != nullptr) {
        for (const Move& move : m_result->moves) {
            if (std::abs(move.factor - m_factor) > 1e-9) {
                continue;
            }
            const double change = move.stepTimeRatio - 1.0;
            low = std::min(low, change);
            high = std::max(high, change);
            rows.push_back(
                {.label = move.resource == Bound::Compute ? tr("Tensor peak")
                                                          : boundLabel(move.resource, *m_result),
                 .value = prettyChange(change),
                 .toolTip = tr("Step time %1 with this rate at %2 times its value")
                                .arg(prettyChange(change), pretty(QString::number(move.factor))),
                 .from = 0.0,
                 .to = change,
                 .bound = move.resource,
                 .id = static_cast<int>(move.resource)});
        }
    }
    m_bars->setRows(std::move(rows), low, high);
}

} // namespace roofplan::ui

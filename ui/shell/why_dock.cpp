#include "ui/shell/why_dock.h"

#include "ui/why/derivation_panel.h"
#include "ui/why/sensitivity_panel.h"
#include "ui/why/waterfall_panel.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace roofplan::ui {

WhyDock::WhyDock(QWidget* parent)
    : QWidget(parent),
      m_derivation(new DerivationPanel),
      m_waterfall(new WaterfallPanel),
      m_sensitivity(new SensitivityPanel) {
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("plain"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 10, 1, 0);
    column->setSpacing(8);
    column->addWidget(m_derivation, 1);
    column->addWidget(m_waterfall);
    column->addWidget(m_sensitivity);

    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    connect(m_derivation, &DerivationPanel::subjectChanged, scroll,
            [scroll] { scroll->verticalScrollBar()->setValue(0); });
}

} // namespace roofplan::ui

#include "ui/shell/view_tabs.h"

#include "ui/views/memory_view.h"
#include "ui/views/roofline_view.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace roofplan::ui {
namespace {

QFrame* separatorLine() {
    auto* line = new QFrame;
    line->setFixedHeight(1);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    return line;
}

} // namespace

ViewTabs::ViewTabs(QWidget* parent)
    : QWidget(parent),
      m_tabs(new QTabBar),
      m_pages(new QStackedWidget),
      m_fold(new QToolButton),
      m_roofline(new RooflineView),
      m_memory(new MemoryView) {
    m_tabs->addTab(tr("Roofline"));
    m_tabs->addTab(tr("Memory"));
    m_tabs->setExpanding(false);
    m_tabs->setAccessibleName(tr("Views"));
    m_tabs->setObjectName(QStringLiteral("viewTabs"));
    m_fold->setProperty("fold", true);
    m_fold->setObjectName(QStringLiteral("foldRight"));
    m_pages->addWidget(m_roofline);
    m_pages->addWidget(m_memory);

    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_tabs, 1);
    row->addWidget(m_fold);
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* inside = new QVBoxLayout(card);
    inside->setContentsMargins(12, 10, 8, 6);
    inside->addWidget(m_pages);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(separatorLine());
    column->addSpacing(8);
    column->addWidget(card, 1);
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
}

} // namespace roofplan::ui

#include "ui/catalogue/fact_panel.h"

#include "ui/catalogue/detail_browser.h"
#include "ui/catalogue/fact_text.h"
#include "ui/catalogue/page_text.h"
#include "ui/style/card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace roofplan::ui {

FactPanel::FactPanel(QWidget* parent)
    : QFrame(parent),
      m_page(new DetailBrowser),
      m_change(new QPushButton(tr("Use my own value…"))),
      m_reset(new QPushButton(tr("Back to the shipped value"))),
      m_remark(makeLabel("note")) {
    m_page->setAccessibleName(tr("The selected fact"));
    m_change->setObjectName(QStringLiteral("useOwnValue"));
    m_reset->setObjectName(QStringLiteral("backToShipped"));
    m_change->setAutoDefault(false);
    m_reset->setAutoDefault(false);
    m_remark->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_change);
    row->addWidget(m_reset);
    row->addWidget(m_remark, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(8);
    column->addWidget(m_page, 1);
    column->addLayout(row);
    connect(m_change, &QPushButton::clicked, this, &FactPanel::ownValueRequested);
    connect(m_reset, &QPushButton::clicked, this, &FactPanel::resetRequested);
}

void FactPanel::showFact(FactId id, const Catalogue& catalogue, bool changeable, bool resettable) {
    m_page->showPage(factPage(id, catalogue));
    m_change->setVisible(true);
    m_change->setEnabled(changeable);
    m_reset->setVisible(catalogue.fact(id).own);
    m_reset->setEnabled(resettable);
}

void FactPanel::showAbsent(const AbsentFigure& figure, const QString& entryName, bool changeable) {
    m_page->showPage(absentPage(figure, entryName));
    m_change->setVisible(true);
    m_change->setEnabled(changeable);
    m_reset->setVisible(false);
}

void FactPanel::showNothing(const QString& words) {
    m_page->showPage(
        paragraph(QStringLiteral("<span style=\"color: {muted};\">%1</span>").arg(words)));
    m_change->setVisible(false);
    m_reset->setVisible(false);
}

void FactPanel::setRemark(const QString& text, bool problem) {
    setStyleFlag(*m_remark, "problem", problem);
    m_remark->setText(text);
}

QString FactPanel::plainText() const {
    return m_page->toPlainText();
}

} // namespace roofplan::ui

#include "ui/catalogue/fact_table.h"

#include "ui/catalogue/fact_table_model.h"
#include "ui/models/own_numbers.h"
#include "ui/style/theme.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr int lineHeight = 26;
constexpr int padding = 28; ///< of the style sheet, and the view's own margins
constexpr int widestProperty = 300;
constexpr int narrowestSource = 90;

/// What a narrow table leaves out first; the panel below says it.
constexpr int leastImportant[] = {FactTableModel::Date, FactTableModel::Convention};

/// The mark in its colour: what is usual is grey, what is the user's stands out.
class MarkDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (option->widget == nullptr) {
            return;
        }
        const Theme& theme = themeOf(*option->widget);
        const QString mark = index.data().toString();
        const QColor colour = mark == QString(ownMark)      ? theme.accent
                              : mark == QStringLiteral("▲") ? theme.ink
                                                            : theme.line;
        option->palette.setColor(QPalette::Text, colour);
    }
};

} // namespace

FactTable::FactTable(QWidget* parent) : QTableView(parent), m_facts(new FactTableModel(this)) {
    setModel(m_facts);
    setAccessibleName(tr("Facts"));
    setItemDelegateForColumn(FactTableModel::Mark, new MarkDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(lineHeight);
    verticalHeader()->setMinimumSectionSize(lineHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(24);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &FactTable::factSelected);
}

void FactTable::setFacts(std::shared_ptr<const Catalogue> catalogue,
                         std::vector<FactId> facts,
                         std::vector<std::size_t> absent) {
    m_facts->setFacts(std::move(catalogue), std::move(facts), std::move(absent));
    spreadColumns();
}

FactId FactTable::currentFact() const {
    return m_facts->factAt(currentIndex().row());
}

const AbsentFigure* FactTable::currentAbsent() const {
    return m_facts->absentAt(currentIndex().row());
}

void FactTable::selectRow(int row) {
    const QModelIndex index = m_facts->index(row, FactTableModel::Property);
    setCurrentIndex(index);
    scrollTo(index);
}

void FactTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    spreadColumns();
    scrollTo(currentIndex());
}

int FactTable::contentWidth(int column) const {
    QFont font = this->font();
    font.setPixelSize(12);
    const QFontMetrics metrics(font);
    int width = metrics.horizontalAdvance(
        m_facts->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < m_facts->rowCount(); ++row) {
        width = std::max(width,
                         metrics.horizontalAdvance(m_facts->index(row, column).data().toString()));
    }
    return width + padding;
}

void FactTable::spreadColumns() {
    int used = 0;
    for (int column = 0; column < FactTableModel::ColumnCount; ++column) {
        if (column == FactTableModel::SourceTitle) {
            continue;
        }
        const int most = column == FactTableModel::Property ? widestProperty : QWIDGETSIZE_MAX;
        setColumnWidth(column, std::min(contentWidth(column), most));
        setColumnHidden(column, false);
        used += columnWidth(column);
    }
    for (const int column : leastImportant) {
        if (used + narrowestSource > viewport()->width()) {
            used -= columnWidth(column);
            setColumnHidden(column, true);
        }
    }
    setColumnWidth(FactTableModel::SourceTitle,
                   std::max(narrowestSource, viewport()->width() - used));
}

} // namespace roofplan::ui

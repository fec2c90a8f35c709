#include "ui/views/operator_table.h"

#include "ui/models/operator_table_model.h"
#include "ui/views/bound_delegate.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <utility>
#include <vector>

namespace roofplan::ui {
namespace {

/// What a narrow table leaves out first; Ctrl+C still copies it.
constexpr int leastImportant[] = {OperatorTableModel::NvlinkMegabytes,
                                  OperatorTableModel::PercentOfRoof, OperatorTableModel::Gflop,
                                  OperatorTableModel::Count};

/// Sorts by bare numbers, and marks the sorted column in its title.
class SortedOperators : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override {
        const QVariant title = QSortFilterProxyModel::headerData(section, orientation, role);
        if (role != Qt::DisplayRole || section != sortColumn()) {
            return title;
        }
        const QChar arrow(sortOrder() == Qt::DescendingOrder ? u'▾' : u'▴');
        return QString(title.toString() + u' ' + arrow);
    }
};

} // namespace

OperatorTable::OperatorTable(QWidget* parent)
    : QTableView(parent),
      m_model(new OperatorTableModel(this)),
      m_sorted(new SortedOperators(this)) {
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(OperatorTableModel::SortRole);
    m_sorted->setSortLocaleAware(true);
    setModel(m_sorted);
    setSortingEnabled(true);
    sortByColumn(OperatorTableModel::SecondsAStep, Qt::DescendingOrder);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setAccessibleName(tr("Operators"));
    setItemDelegateForColumn(OperatorTableModel::BoundName, new BoundDelegate(this));
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(26);
    verticalHeader()->setMinimumSectionSize(26);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(48);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // the room for columns stays the same
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const int term = selectedTerm();
        if (m_reporting && term >= 0) {
            m_term = term;
            Q_EMIT termSelected(term);
        }
    });
}

void OperatorTable::setResult(std::shared_ptr<const Result> result) {
    m_reporting = false;
    m_model->setResult(std::move(result));
    m_reporting = true;
    selectTerm(m_term);
    spreadColumns();
}

void OperatorTable::selectTerm(int term) {
    m_term = term;
    m_reporting = false;
    const int row = m_model->rowOf(term);
    if (row < 0) {
        clearSelection();
    } else {
        const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
        setCurrentIndex(index);
        scrollTo(index);
    }
    m_reporting = true;
}

int OperatorTable::selectedTerm() const {
    const QModelIndexList rows = selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().data(OperatorTableModel::TermRole).toInt();
}

int OperatorTable::operatorCount() const {
    return m_model->rowCount();
}

void OperatorTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    QTableView::keyPressEvent(event);
}

void OperatorTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    spreadColumns();
}

/// What the longest text of a column needs. The view's own hint counts the sort arrow twice.
int OperatorTable::contentWidth(int column, const QFontMetrics& metrics) const {
    constexpr int padding = 28; // of the style sheet, and the view's own margins
    int width = metrics.horizontalAdvance(
        m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() +
        QStringLiteral(" ▾"));
    const int pill = column == OperatorTableModel::BoundName ? 12 : 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString text = m_model->index(row, column).data().toString();
        width = std::max(width, metrics.horizontalAdvance(text) + pill);
    }
    return width + padding;
}

/// Every column as wide as its content, and what is left over shared out. Where they do not fit,
/// the least important ones go; beyond that the table scrolls.
void OperatorTable::spreadColumns() {
    QFont font = this->font();
    font.setPixelSize(12);
    const QFontMetrics metrics(font);
    const int columns = m_model->columnCount();
    std::vector<int> widths;
    int sum = 0;
    for (int column = 0; column < columns; ++column) {
        widths.push_back(contentWidth(column, metrics));
        sum += widths.back();
    }
    int shown = columns;
    std::vector<bool> hidden(static_cast<std::size_t>(columns), false);
    for (const int column : leastImportant) {
        if (sum > viewport()->width() && column != m_sorted->sortColumn()) {
            hidden[static_cast<std::size_t>(column)] = true;
            sum -= widths[static_cast<std::size_t>(column)];
            --shown;
        }
    }
    const int spare = std::max(0, viewport()->width() - sum) / shown;
    for (int column = 0; column < columns; ++column) {
        const auto index = static_cast<std::size_t>(column);
        setColumnHidden(column, hidden[index]);
        setColumnWidth(column, widths[index] + spare);
    }
}

void OperatorTable::copySelection() const {
    QString text;
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (int line = -1; line < rows.size(); ++line) {
        QStringList cells;
        for (int column = 0; column < m_sorted->columnCount(); ++column) {
            cells << (line < 0 ? m_sorted->headerData(column, Qt::Horizontal)
                               : rows[line].siblingAtColumn(column).data())
                         .toString();
        }
        text += cells.join(u'\t') + u'\n';
    }
    QGuiApplication::clipboard()->setText(text);
}

} // namespace roofplan::ui

#include "ui/compose/picker_rows.h"

#include "ui/compose/picker_model.h"
#include "ui/models/natural_order.h"

namespace roofplan::ui {

void PickerRows::setWords(const QStringList& words) {
    m_words = words;
    invalidate(); // the order too
}

MatchRank PickerRows::rankOf(const QModelIndex& index) const {
    return matchRank(index.data(PickerModel::NamesRole).toStringList(), m_words);
}

int PickerRows::bestRow() const {
    int best = -1;
    MatchRank rank;
    for (int row = 0; row < rowCount(); ++row) {
        const MatchRank one = rankOf(index(row, 0));
        if (best < 0 || one < rank) {
            best = row;
            rank = one;
        }
    }
    return best;
}

QVariant PickerRows::headerData(int section, Qt::Orientation orientation, int role) const {
    const QVariant title = QSortFilterProxyModel::headerData(section, orientation, role);
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section != sortColumn()) {
        return title;
    }
    const QChar arrow(sortOrder() == Qt::DescendingOrder ? u'▾' : u'▴');
    return QString(title.toString() + u' ' + arrow);
}

bool PickerRows::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    return holdsAllWords(index.data(PickerModel::SearchRole).toString(), m_words);
}

bool PickerRows::lessThan(const QModelIndex& a, const QModelIndex& b) const {
    if (sortColumn() == 0 && !m_words.isEmpty()) {
        const auto order = rankOf(a) <=> rankOf(b);
        if (order != 0) {
            return sortOrder() == Qt::AscendingOrder ? order < 0 : order > 0;
        }
    }
    const QVariant left = a.data(PickerModel::SortRole);
    const QVariant right = b.data(PickerModel::SortRole);
    if (!left.isValid() || !right.isValid()) {
        const bool before = left.isValid() && !right.isValid();
        const bool after = right.isValid() && !left.isValid();
        return sortOrder() == Qt::AscendingOrder ? before : after;
    }
    if (left.typeId() == QMetaType::Double && right.typeId() == QMetaType::Double) {
        return left.toDouble() < right.toDouble();
    }
    return naturalLess(left.toString(), right.toString());
}

} // namespace roofplan::ui

// The rows of a picker that hold all words of the filter, sorted.
#pragma once

#include "ui/models/match_rank.h"

#include <QSortFilterProxyModel>
#include <QStringList>

namespace roofplan::ui {

/// Sorts names with their numbers and numbers by value; what is not known stands last in either
/// order. While words are typed, rows sorted by name stand in the order of how well their names
/// match. Marks the sorted column in its title.
class PickerRows : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QStringList& words);

    /// The row whose name matches the words best, the first of several; −1 without rows.
    [[nodiscard]] int bestRow() const;

    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

private:
    [[nodiscard]] MatchRank rankOf(const QModelIndex& index) const;

    QStringList m_words;
};

} // namespace roofplan::ui

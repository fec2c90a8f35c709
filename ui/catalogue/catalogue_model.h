// Kinds and entries of the catalogue as a tree of two levels.
#pragma once

#include "ui/catalogue/catalogue_entry.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

namespace roofplan::ui {

class CatalogueModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Marks, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    void setGroups(std::vector<CatalogueGroup> groups);

    /// The entry behind an index, null for a kind.
    [[nodiscard]] const CatalogueEntry* entry(const QModelIndex& index) const;

    /// Where an entry stands, invalid for one that is not there.
    [[nodiscard]] QModelIndex indexOf(std::string_view folder, std::string_view id) const;

    [[nodiscard]] QModelIndex
    index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    [[nodiscard]] const CatalogueGroup& group(const QModelIndex& index) const;
    [[nodiscard]] QVariant groupData(const CatalogueGroup& group, int column, int role) const;
    [[nodiscard]] QVariant entryData(const CatalogueEntry& entry, int column, int role) const;

    std::vector<CatalogueGroup> m_groups;
};

/// Which entries are shown.
enum class CatalogueScope { All, Conflicts, Own };

/// The entries of a scope that hold all words, under their kinds; while words are typed, kinds and
/// entries in the order of how well they answer.
class CatalogueFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit CatalogueFilter(CatalogueModel& model, QObject* parent = nullptr);

    void setWords(const QStringList& words);
    void setScope(CatalogueScope scope);

    [[nodiscard]] const QStringList& words() const { return m_words; }

    /// Beside a kind stands how many of its entries are shown.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

private:
    [[nodiscard]] EntryRank bestRank(const QModelIndex& index) const;

    CatalogueModel& m_model;
    QStringList m_words;
    CatalogueScope m_scope = CatalogueScope::All;
};

} // namespace roofplan::ui

#include "ui/catalogue/catalogue_model.h"

#include "ui/models/natural_order.h"
#include "ui/models/own_numbers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace roofplan::ui {
namespace {

constexpr quintptr aKind = 0; ///< internal id of a kind; an entry has its kind's row + 1

} // namespace

void CatalogueModel::setGroups(std::vector<CatalogueGroup> groups) {
    beginResetModel();
    m_groups = std::move(groups);
    endResetModel();
}

const CatalogueGroup& CatalogueModel::group(const QModelIndex& index) const {
    const auto row = index.internalId() == aKind ? static_cast<std::size_t>(index.row())
                                                 : static_cast<std::size_t>(index.internalId() - 1);
    return m_groups[row];
}

const CatalogueEntry* CatalogueModel::entry(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == aKind) {
        return nullptr;
    }
    return &group(index).entries[static_cast<std::size_t>(index.row())];
}

QModelIndex CatalogueModel::indexOf(std::string_view folder, std::string_view id) const {
    for (std::size_t kind = 0; kind < m_groups.size(); ++kind) {
        const auto& entries = m_groups[kind].entries;
        for (std::size_t row = 0; row < entries.size(); ++row) {
            if (entries[row].folder == folder && entries[row].id == id) {
                return createIndex(static_cast<int>(row), Name, static_cast<quintptr>(kind + 1));
            }
        }
    }
    return {};
}

QModelIndex CatalogueModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : aKind);
}

QModelIndex CatalogueModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == aKind) {
        return {};
    }
    return createIndex(static_cast<int>(index.internalId() - 1), Name, aKind);
}

int CatalogueModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    const bool isKind = parent.internalId() == aKind && parent.column() == Name;
    return isKind ? static_cast<int>(group(parent).entries.size()) : 0;
}

int CatalogueModel::columnCount(const QModelIndex& /*parent*/) const {
    return ColumnCount;
}

QVariant CatalogueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    }
    const CatalogueEntry* one = entry(index);
    return one == nullptr ? groupData(group(index), index.column(), role)
                          : entryData(*one, index.column(), role);
}

QVariant CatalogueModel::groupData(const CatalogueGroup& group, int column, int role) const {
    if (role == Qt::DisplayRole) {
        return column == Name ? group.title : QString::number(group.entries.size());
    }
    if (role == Qt::AccessibleTextRole && column == Name) {
        return tr("%1, %2 entries").arg(group.title).arg(group.entries.size());
    }
    return {};
}

QVariant CatalogueModel::entryData(const CatalogueEntry& entry, int column, int role) const {
    const QString conflicts = entry.conflicts == 1
                                  ? tr("sources disagree on 1 fact")
                                  : tr("sources disagree on %1 facts").arg(entry.conflicts);
    const QString own =
        entry.own == 1 ? tr("1 number is yours") : tr("%1 numbers are yours").arg(entry.own);
    QStringList marks;
    QStringList words{entry.name + QStringLiteral(" (") + QString::fromStdString(entry.id) + u')'};
    if (entry.own > 0) {
        marks << QString(ownMark);
        words << own;
    }
    if (entry.conflicts > 0) {
        marks << QStringLiteral("%1 ▲").arg(entry.conflicts);
        words << conflicts;
    }
    switch (role) {
    case Qt::DisplayRole:
        return column == Name ? entry.name : marks.join(QStringLiteral("  "));
    case Qt::ToolTipRole:
        return words.join(u'\n');
    case Qt::AccessibleTextRole:
        return column == Name ? words.join(QStringLiteral(", ")) : QVariant();
    default:
        return {};
    }
}

CatalogueFilter::CatalogueFilter(CatalogueModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model) {
    setRecursiveFilteringEnabled(true);
    setSourceModel(&model);
    sort(CatalogueModel::Name);
}

void CatalogueFilter::setWords(const QStringList& words) {
    m_words = words;
    invalidate(); // the order too
}

void CatalogueFilter::setScope(CatalogueScope scope) {
    m_scope = scope;
    invalidateFilter();
}

QVariant CatalogueFilter::data(const QModelIndex& index, int role) const {
    const bool countOfKind = role == Qt::DisplayRole && index.isValid() &&
                             index.column() == CatalogueModel::Marks && !index.parent().isValid();
    return countOfKind ? QString::number(rowCount(index.siblingAtColumn(CatalogueModel::Name)))
                       : QSortFilterProxyModel::data(index, role);
}

bool CatalogueFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const CatalogueEntry* entry = m_model.entry(m_model.index(row, 0, parent));
    if (entry == nullptr) {
        return false; // a kind is shown for the sake of its entries
    }
    const bool inScope = m_scope == CatalogueScope::All ||
                         (m_scope == CatalogueScope::Conflicts && entry->conflicts > 0) ||
                         (m_scope == CatalogueScope::Own && entry->own > 0);
    return inScope && holdsAllWords(entry->searched, m_words);
}

/// Of an entry, or of the best one of a kind that is shown.
EntryRank CatalogueFilter::bestRank(const QModelIndex& index) const {
    if (const CatalogueEntry* one = m_model.entry(index)) {
        return rankOf(*one, m_words);
    }
    std::optional<EntryRank> best;
    for (int row = 0; row < m_model.rowCount(index); ++row) {
        if (filterAcceptsRow(row, index)) {
            const EntryRank rank = rankOf(*m_model.entry(m_model.index(row, 0, index)), m_words);
            best = best ? std::min(*best, rank) : rank;
        }
    }
    return best.value_or(EntryRank());
}

bool CatalogueFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
    if (!m_words.isEmpty()) {
        const auto order = bestRank(a) <=> bestRank(b);
        if (order != 0) {
            return order < 0;
        }
    }
    return a.row() < b.row();
}

} // namespace roofplan::ui

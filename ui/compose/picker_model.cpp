#include "ui/compose/picker_model.h"

#include "ui/models/natural_order.h"

#include <algorithm>
#include <utility>

namespace roofplan::ui {

int PickerModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PickerModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant PickerModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto line = static_cast<std::size_t>(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    const PickerCell& cell = m_rows[line].cells[column];
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case Qt::ToolTipRole:
        return cell.toolTip.isEmpty() ? cell.text : cell.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((m_columns[column].number ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    case SortRole:
        return cell.sort;
    case KeyRole:
        return m_rows[line].key;
    case MutedRole:
        return cell.muted;
    case SearchRole:
        return m_searched[line];
    case NamesRole:
        return m_names[line];
    default:
        return {};
    }
}

QVariant PickerModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const PickerColumn& column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.toolTip.isEmpty() ? QVariant() : column.toolTip;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column.number ? Qt::AlignRight : Qt::AlignLeft) |
                                   Qt::AlignVCenter);
    default:
        return {};
    }
}

int PickerModel::rowOf(const QString& key) const {
    const auto found = std::ranges::find(m_rows, key, &PickerRow::key);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void PickerModel::setTable(std::vector<PickerColumn> columns,
                           std::vector<PickerRow> rows,
                           QString note) {
    beginResetModel();
    m_columns = std::move(columns);
    m_rows = std::move(rows);
    m_note = std::move(note);
    m_searched.clear();
    m_names.clear();
    for (const PickerRow& row : m_rows) {
        const QString name = row.cells.empty() ? QString() : row.cells.front().text;
        m_names.push_back({searchable(row.key), searchable(name)});
        QStringList texts{row.key, row.alsoFoundBy};
        for (const PickerCell& cell : row.cells) {
            texts << cell.text << cell.toolTip;
        }
        m_searched.push_back(searchable(texts.join(u' ')));
    }
    endResetModel();
}

} // namespace roofplan::ui

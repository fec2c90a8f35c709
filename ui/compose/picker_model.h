// The table of a picker: a row for each choice of a field, with the figures that tell the choices
// apart.
#pragma once

#include "core/scenario/field_table.h"

#include <QAbstractTableModel>

#include <vector>

namespace roofplan::ui {

struct PickerColumn {
    QString title; ///< with the unit of its numbers
    QString toolTip;
    bool number = false; ///< right-aligned
};

struct PickerCell {
    QString text;
    QVariant sort; ///< bare number, or text; invalid for what is not known, which sorts last
    QString toolTip;
    bool muted = false;
};

struct PickerRow {
    QString key; ///< what the field stores
    std::vector<PickerCell> cells;
    QString alsoFoundBy; ///< words for the filter beside those of the cells
};

class PickerModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, ///< PickerCell::sort
        KeyRole,
        MutedRole,
        SearchRole, ///< all that the filter looks through in the row
        NamesRole,  ///< searchable() key and name of the row, a list
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Makes the rows of `choices` as they are in this scenario.
    virtual void fill(const std::vector<Choice>& choices,
                      const Scenario& scenario,
                      const Catalogue& catalogue) = 0;

    /// What is picked: "Instance types".
    [[nodiscard]] virtual QString title() const = 0;

    /// What the figures depend on; empty where they depend on nothing.
    [[nodiscard]] const QString& note() const { return m_note; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The row of a key, −1 for none.
    [[nodiscard]] int rowOf(const QString& key) const;

protected:
    void
    setTable(std::vector<PickerColumn> columns, std::vector<PickerRow> rows, QString note = {});

private:
    std::vector<PickerColumn> m_columns;
    std::vector<PickerRow> m_rows;
    std::vector<QString> m_searched;  ///< [rows]
    std::vector<QStringList> m_names; ///< [rows]
    QString m_note;
};

} // namespace roofplan::ui

// The leaf terms of a result, a row each: what it computes and moves, how long, what binds.
#pragma once

#include "core/result/result.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace roofplan::ui {

class OperatorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Operator,
        PhaseName,
        Count,
        Gflop,
        HbmMegabytes,
        NvlinkMegabytes,
        FlopPerByte,
        Teraflops,
        PercentOfRoof,
        Milliseconds,
        SecondsAStep,
        PercentOfStep,
        BoundName,
        ColumnCount
    };

    enum Role {
        SortRole = Qt::UserRole, ///< the bare number, or the text of a text column
        TermRole,                ///< index of the term in Result::terms
        BoundRole,               ///< static_cast<int>(Bound)
    };

    explicit OperatorTableModel(QObject* parent = nullptr);

    void setResult(std::shared_ptr<const Result> result);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

    /// The row of a term, −1 when it is no leaf.
    [[nodiscard]] int rowOf(int term) const;

private:
    [[nodiscard]] const Term& termAt(int row) const;

    std::shared_ptr<const Result> m_result;
    std::vector<int> m_terms; ///< [rows] index of the term
};

} // namespace roofplan::ui

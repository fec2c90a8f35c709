// Findings as a table: severity, place, what was found.
#pragma once

#include "core/base/diagnostic.h"

#include <QAbstractTableModel>

namespace roofplan::ui {

class DiagnosticModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { SeverityName, Place, Finding, ColumnCount };

    explicit DiagnosticModel(QObject* parent = nullptr);

    void setDiagnostics(Diagnostics diagnostics);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Diagnostics m_diagnostics;
};

} // namespace roofplan::ui

#include "ui/models/diagnostic_model.h"

#include "core/scenario/field_table.h"
#include "ui/style/text.h"

#include <utility>

namespace roofplan::ui {
namespace {

/// A field by its label, any other place as it is.
QString placeText(const std::string& place) {
    const Field* field = findField(place);
    return field != nullptr ? translated(field->label) : QString::fromStdString(place);
}

} // namespace

DiagnosticModel::DiagnosticModel(QObject* parent) : QAbstractTableModel(parent) {}

void DiagnosticModel::setDiagnostics(Diagnostics diagnostics) {
    if (diagnostics == m_diagnostics) {
        return;
    }
    beginResetModel();
    m_diagnostics = std::move(diagnostics);
    endResetModel();
}

int DiagnosticModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_diagnostics.size());
}

int DiagnosticModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant DiagnosticModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const Diagnostic& diagnostic = m_diagnostics[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case SeverityName:
        switch (diagnostic.severity) {
        case Severity::Error:
            return tr("error");
        case Severity::Warning:
            return tr("warning");
        case Severity::Info:
            return tr("note");
        }
        return {};
    case Place:
        return placeText(diagnostic.place);
    default:
        return findingText(diagnostic);
    }
}

QVariant DiagnosticModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case SeverityName:
        return tr("Severity");
    case Place:
        return tr("Where");
    default:
        return tr("What");
    }
}

} // namespace roofplan::ui

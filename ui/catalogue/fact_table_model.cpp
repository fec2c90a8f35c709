#include "ui/catalogue/fact_table_model.h"

#include "core/result/explanation.h"
#include "core/units/quantity_text.h"
#include "ui/models/own_numbers.h"
#include "ui/style/text.h"

#include <utility>

namespace roofplan::ui {

void FactTableModel::setFacts(std::shared_ptr<const Catalogue> catalogue,
                              std::vector<FactId> facts,
                              std::vector<std::size_t> absent) {
    beginResetModel();
    m_catalogue = std::move(catalogue);
    m_facts = std::move(facts);
    m_absent = std::move(absent);
    endResetModel();
}

FactId FactTableModel::factAt(int row) const {
    const bool isFact = row >= 0 && row < static_cast<int>(m_facts.size());
    return isFact ? m_facts[static_cast<std::size_t>(row)] : FactId::None;
}

const AbsentFigure* FactTableModel::absentAt(int row) const {
    const int index = row - static_cast<int>(m_facts.size());
    return index < 0 || row >= rowCount()
               ? nullptr
               : &m_catalogue->absent[m_absent[static_cast<std::size_t>(index)]];
}

int FactTableModel::rowOf(std::string_view property, std::string_view region) const {
    for (int row = 0; row < rowCount(); ++row) {
        const Fact& fact = m_catalogue->fact(factAt(row));
        const AbsentFigure* absent = absentAt(row);
        if (absent != nullptr ? absent->property == property && absent->region == region
                              : fact.property == property && fact.region == region) {
            return row;
        }
    }
    return -1;
}

int FactTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_facts.size() + m_absent.size());
}

int FactTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant FactTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const FactId id = factAt(index.row());
    const Fact& fact = m_catalogue->fact(id);
    const AbsentFigure* absent = absentAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return absent != nullptr ? text(*absent, index.column()) : text(fact, id, index.column());
    case Qt::ToolTipRole:
        return absent != nullptr ? QString::fromStdString(absent->why)
                                 : toolTip(fact, id, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == Mark && absent == nullptr ? QVariant(toolTip(fact, id, Mark))
                                                           : QVariant();
    case Qt::TextAlignmentRole: {
        const bool number = index.column() == Published || index.column() == Used;
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default:
        return {};
    }
}

QString FactTableModel::text(const Fact& fact, FactId id, int column) const {
    switch (column) {
    case Mark:
        return fact.own              ? QString(ownMark)
               : fact.rivals.empty() ? QStringLiteral("●")
                                     : QStringLiteral("▲");
    case Property:
        return factLabel(fact.label, fact.region);
    case Published:
        return publishedNumber(fact);
    case Convention:
        return conventionWords(fact);
    case Used:
        return pretty(translated(explainFact(id, *m_catalogue).used.c_str()));
    case SourceTitle:
        return QString::fromStdString(fact.source.title);
    default:
        return QString::fromStdString(fact.source.date);
    }
}

QString FactTableModel::text(const AbsentFigure& figure, int column) {
    switch (column) {
    case Mark:
        return QStringLiteral("○");
    case Property:
        return factLabel(figure.label, figure.region);
    case Published:
        return QStringLiteral("—");
    case Used:
        return figure.state == Absence::None ? tr("does not exist") : tr("unknown");
    case SourceTitle:
        return QString::fromStdString(figure.source.title);
    case Date:
        return QString::fromStdString(figure.source.date);
    default:
        return {};
    }
}

QString FactTableModel::toolTip(const Fact& fact, FactId id, int column) const {
    if (column != Mark) {
        return text(fact, id, column);
    }
    if (fact.own) {
        return tr("yours, changed from default");
    }
    if (fact.rivals.empty()) {
        return tr("one source");
    }
    return fact.rivals.size() == 1 ? tr("another source says otherwise")
                                   : tr("%1 other sources").arg(fact.rivals.size());
}

QVariant FactTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == Published || section == Used;
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Mark:
        return QString();
    case Property:
        return tr("Fact");
    case Published:
        return tr("Published");
    case Convention:
        return tr("Convention");
    case Used:
        return tr("Used");
    case SourceTitle:
        return tr("Source");
    default:
        return tr("Date");
    }
}

QString factLabel(const std::string& label, const std::string& region) {
    const QString words = translated(label.c_str());
    return region.empty() ? words : words + QStringLiteral(", ") + QString::fromStdString(region);
}

QString publishedNumber(const Fact& fact) {
    if (fact.convention == "unsupported") {
        return QStringLiteral("—");
    }
    const std::string unit = fact.unit.empty() ? "" : " " + fact.unit;
    return pretty(QString::fromStdString(exactText(fact.published) + unit));
}

QString conventionWords(const Fact& fact) {
    return QString::fromStdString(fact.convention).replace(u'_', u' ');
}

} // namespace roofplan::ui

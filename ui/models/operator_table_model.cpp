#include "ui/models/operator_table_model.h"

#include "ui/models/term_figures.h"
#include "ui/style/bound_palette.h"
#include "ui/style/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofplan::ui {
namespace {

using Column = OperatorTableModel::Column;

double perCall(const Term& term, double total) {
    return term.count > 0.0 ? total / term.count : total;
}

std::optional<double> positive(double value) {
    return value > 0.0 ? std::optional(value) : std::nullopt;
}

/// The number of a column; absent where the term has none.
std::optional<double> figure(const Term& term, const Result& result, int column) {
    switch (column) {
    case Column::Count:
        return term.count;
    case Column::Gflop:
        return positive(perCall(term, term.flops.base()) / 1e9);
    case Column::HbmMegabytes:
        return positive(perCall(term, term.hbm.base()) / 1e6);
    case Column::NvlinkMegabytes:
        return positive(perCall(term, term.nvlink.base()) / 1e6);
    case Column::FlopPerByte:
        return intensity(term);
    case Column::Teraflops: {
        const auto rate = attainedRate(term);
        return rate ? std::optional(*rate / 1e12) : std::nullopt;
    }
    case Column::PercentOfRoof: {
        const auto share = shareOfRoof(term, result);
        return share ? std::optional(100.0 * *share) : std::nullopt;
    }
    case Column::Milliseconds:
        return 1e3 * perCall(term, std::max(term.busy, term.exposed).base());
    case Column::SecondsAStep:
        return term.exposed.base();
    case Column::PercentOfStep:
        return result.headline.stepTime.base() > 0.0
                   ? std::optional(100.0 * (term.exposed / result.headline.stepTime))
                   : std::nullopt;
    default:
        return std::nullopt;
    }
}

/// Three significant digits as a fixed decimal, whole above a hundred.
QString threeDigits(double value) {
    const double size = std::abs(value);
    const int decimals = size >= 99.95 || size == 0.0 ? 0
                         : size >= 9.995              ? 1
                         : size >= 0.9995             ? 2
                                                      : 3;
    return prettyNumber(value, decimals);
}

QString figureText(double value, int column) {
    switch (column) {
    case Column::Count:
        return prettyNumber(value, 0);
    case Column::PercentOfRoof:
        return prettyNumber(value, 0);
    case Column::PercentOfStep:
        return prettyNumber(value, 1);
    case Column::SecondsAStep:
        return prettyNumber(value, value >= 9.995 ? 1 : value >= 0.0995 ? 2 : 3);
    case Column::Milliseconds:
        return prettyNumber(value, value >= 99.95 ? 0 : 3);
    default:
        return threeDigits(value);
    }
}

QString textOf(const Term& term, const Result& result, int column) {
    switch (column) {
    case Column::Operator:
        return termTitle(term);
    case Column::PhaseName:
        return phaseTitle(term.phase);
    case Column::BoundName:
        return boundLabel(term.bound, result);
    default: {
        const auto value = figure(term, result, column);
        return value ? figureText(*value, column) : QStringLiteral("–");
    }
    }
}

bool isText(int column) {
    return column == Column::Operator || column == Column::PhaseName || column == Column::BoundName;
}

} // namespace

OperatorTableModel::OperatorTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void OperatorTableModel::setResult(std::shared_ptr<const Result> result) {
    std::vector<int> terms;
    if (result != nullptr) {
        for (std::size_t i = 0; i < result->terms.size(); ++i) {
            const Term& term = result->terms[i];
            if (isLeaf(result->terms, i) && (term.busy.base() > 0.0 || term.exposed.base() > 0.0)) {
                terms.push_back(static_cast<int>(i));
            }
        }
    }
    if (terms == m_terms) {
        m_result = std::move(result);
        if (!m_terms.empty()) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
        return;
    }
    beginResetModel();
    m_result = std::move(result);
    m_terms = std::move(terms);
    endResetModel();
}

int OperatorTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_terms.size());
}

int OperatorTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant OperatorTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Term& term = termAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return textOf(term, *m_result, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>((isText(column) ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    case SortRole:
        if (isText(column)) {
            return textOf(term, *m_result, column);
        }
        return figure(term, *m_result, column).value_or(-1.0);
    case TermRole:
        return m_terms[static_cast<std::size_t>(index.row())];
    case BoundRole:
        return column == BoundName ? QVariant(static_cast<int>(term.bound)) : QVariant();
    default:
        return {};
    }
}

QVariant OperatorTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((isText(section) ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    }
    const QString link =
        m_result != nullptr ? boundLabel(Bound::Nvlink, *m_result) : QStringLiteral("NVLink");
    const QString titles[ColumnCount] = {
        tr("Operator"),        tr("Phase"),     tr("Count"),   tr("GFLOP"),     tr("HBM MB"),
        tr("%1 MB").arg(link), tr("FLOP/byte"), tr("TFLOP/s"), tr("% of roof"), tr("ms"),
        tr("s a step"),        tr("% step"),    tr("Bound")};
    const QString tips[ColumnCount] = {tr("Part of the training step"),
                                       tr("Pass it belongs to"),
                                       tr("Calls a step on one GPU of the pacing stage"),
                                       tr("Floating-point operations a call"),
                                       tr("Bytes moved through HBM a call"),
                                       tr("Bytes this GPU sends over %1 a call").arg(link),
                                       tr("Arithmetic intensity against its memory tier"),
                                       tr("Attained floating-point rate while running"),
                                       tr("Attained share of the datasheet roof above it"),
                                       tr("Busy time of one call"),
                                       tr("Time the step waits for it"),
                                       tr("Share of the step"),
                                       tr("What limits it")};
    if (role == Qt::DisplayRole) {
        return titles[section];
    }
    return role == Qt::ToolTipRole ? QVariant(tips[section]) : QVariant();
}

int OperatorTableModel::rowOf(int term) const {
    const auto found = std::ranges::find(m_terms, term);
    return found == m_terms.end() ? -1 : static_cast<int>(found - m_terms.begin());
}

const Term& OperatorTableModel::termAt(int row) const {
    return m_result->terms[static_cast<std::size_t>(m_terms[static_cast<std::size_t>(row)])];
}

} // namespace roofplan::ui

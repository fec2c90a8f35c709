// The facts in use of one entry of the catalogue, a row each: from published to used, with source.
// Below them the figures that are known not to exist.
#pragma once

#include "core/catalogue/catalogue.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace roofplan::ui {

class FactTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Mark, Property, Published, Convention, Used, SourceTitle, Date, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `absent` are indices of Catalogue::absent.
    void setFacts(std::shared_ptr<const Catalogue> catalogue,
                  std::vector<FactId> facts,
                  std::vector<std::size_t> absent = {});

    /// None for a figure that does not exist, and for no row.
    [[nodiscard]] FactId factAt(int row) const;

    /// The figure that does not exist, null for a fact.
    [[nodiscard]] const AbsentFigure* absentAt(int row) const;

    /// The row of a property (and region), −1 for none.
    [[nodiscard]] int rowOf(std::string_view property, std::string_view region) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const Fact& fact, FactId id, int column) const;
    [[nodiscard]] static QString text(const AbsentFigure& figure, int column);
    [[nodiscard]] QString toolTip(const Fact& fact, FactId id, int column) const;

    std::shared_ptr<const Catalogue> m_catalogue;
    std::vector<FactId> m_facts;
    std::vector<std::size_t> m_absent;
};

/// "HBM bandwidth", "On-demand price, us-east-2".
[[nodiscard]] QString factLabel(const std::string& label, const std::string& region);

/// "1 979 TFLOPS"; "—" for what the hardware lacks.
[[nodiscard]] QString publishedNumber(const Fact& fact);

/// "per instance", "dense"; empty where the property has none.
[[nodiscard]] QString conventionWords(const Fact& fact);

} // namespace roofplan::ui

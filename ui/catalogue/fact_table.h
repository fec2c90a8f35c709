// The facts of one entry as a table; the columns fill the width, the source gives way.
#pragma once

#include "core/catalogue/catalogue.h"

#include <QTableView>

#include <memory>

namespace roofplan::ui {

class FactTableModel;

class FactTable : public QTableView {
    Q_OBJECT

public:
    explicit FactTable(QWidget* parent = nullptr);

    void setFacts(std::shared_ptr<const Catalogue> catalogue,
                  std::vector<FactId> facts,
                  std::vector<std::size_t> absent = {});

    [[nodiscard]] FactTableModel& facts() const { return *m_facts; }

    /// The fact of the current row, None without one.
    [[nodiscard]] FactId currentFact() const;

    /// The figure of the current row that does not exist, null for a fact.
    [[nodiscard]] const AbsentFigure* currentAbsent() const;

    void selectRow(int row);

Q_SIGNALS:
    void factSelected();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void spreadColumns();
    [[nodiscard]] int contentWidth(int column) const;

    FactTableModel* m_facts;
};

} // namespace roofplan::ui

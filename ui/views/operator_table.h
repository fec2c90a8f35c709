// The operators as a sortable table; what is selected here is selected everywhere.
#pragma once

#include "core/result/result.h"

#include <QTableView>

#include <memory>

class QSortFilterProxyModel;

namespace roofplan::ui {

class OperatorTableModel;

class OperatorTable : public QTableView {
    Q_OBJECT

public:
    explicit OperatorTable(QWidget* parent = nullptr);

    void setResult(std::shared_ptr<const Result> result);

    /// Selects the row of a term without reporting it; none for −1 or an inner term.
    void selectTerm(int term);

    [[nodiscard]] int selectedTerm() const;

    [[nodiscard]] int operatorCount() const;

Q_SIGNALS:
    void termSelected(int term);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int contentWidth(int column, const QFontMetrics& metrics) const;
    void spreadColumns();
    void copySelection() const;

    OperatorTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    bool m_reporting = true;
    int m_term = -1;
};

} // namespace roofplan::ui

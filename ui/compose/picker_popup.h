// The list of a picker: a filter line over a table of the choices.
#pragma once

#include <QFrame>
#include <QStringList>

class QLabel;
class QLineEdit;
class QModelIndex;
class QTableView;

namespace roofplan::ui {

class PickerModel;
class PickerRows;

/// Typing filters over all columns, ↑↓ moves, Enter or a click picks, Esc and a click elsewhere
/// close; a click on a column's title sorts.
class PickerPopup : public QFrame {
    Q_OBJECT

public:
    explicit PickerPopup(PickerModel& model, QWidget* parent = nullptr);

    /// Opens below `anchor` (above where there is more room), inside the screen and below the title
    /// bar of its window, with the row of `current` chosen and `filter` typed.
    void open(const QWidget& anchor, const QString& current, const QString& filter);

    [[nodiscard]] QLineEdit& filter() const { return *m_filter; }

    [[nodiscard]] QTableView& table() const { return *m_table; }

Q_SIGNALS:
    void picked(const QString& key);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void layOut();
    void makeTable();
    void showFiltered(const QString& typed);
    void chooseKey(const QString& key);
    void chooseRow(int row);
    [[nodiscard]] bool moveBy(const QKeyEvent& key);
    void pick(const QModelIndex& index);
    [[nodiscard]] int contentWidth(int column) const;
    int fitColumns(int most);
    [[nodiscard]] QSize fittingSize(const QSize& room);
    [[nodiscard]] int heightOf(int rows) const;
    [[nodiscard]] QRect roomAround(const QWidget& anchor) const;
    void place(const QWidget& anchor);

    PickerModel& m_model;
    PickerRows* m_rows;
    QLineEdit* m_filter;
    QTableView* m_table;
    QLabel* m_empty;
    QLabel* m_note;
    QLabel* m_count;
    const QWidget* m_anchor = nullptr;
    QString m_current;
};

} // namespace roofplan::ui

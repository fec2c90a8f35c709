// A table whose rows are as high as their wrapped text.
#pragma once

#include <QTableView>

namespace roofplan::ui {

class WrappingTable : public QTableView {
    Q_OBJECT

public:
    explicit WrappingTable(QAbstractItemModel& model, QWidget* parent = nullptr);
};

} // namespace roofplan::ui

// Draws a bound as a pill in its colour.
#pragma once

#include <QStyledItemDelegate>

namespace roofplan::ui {

class BoundDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace roofplan::ui

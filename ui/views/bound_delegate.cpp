#include "ui/views/bound_delegate.h"

#include "ui/models/operator_table_model.h"
#include "ui/style/theme.h"

#include <QPainter>

namespace roofplan::ui {

void BoundDelegate::paint(QPainter* painter,
                          const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const QVariant bound = index.data(OperatorTableModel::BoundRole);
    if (!bound.isValid() || option.widget == nullptr) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem empty = option;
    initStyleOption(&empty, index);
    const QString text = empty.text;
    empty.text.clear();
    option.widget->style()->drawControl(QStyle::CE_ItemViewItem, &empty, painter, option.widget);

    const BoundColour& colour = themeOf(*option.widget).bound(static_cast<Bound>(bound.toInt()));
    QFont font = option.font;
    font.setPixelSize(11);
    const int width = QFontMetrics(font).horizontalAdvance(text) + 16;
    const QRectF pill(option.rect.left() + 8.0, option.rect.center().y() - 8.0, width, 17.0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colour.fill);
    painter->drawRoundedRect(pill, 8.5, 8.5);
    painter->setFont(font);
    painter->setPen(colour.onFill);
    painter->drawText(pill, Qt::AlignCenter, text);
    painter->restore();
}

} // namespace roofplan::ui

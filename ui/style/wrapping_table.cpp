#include "ui/style/wrapping_table.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <algorithm>

namespace roofplan::ui {
namespace {

constexpr int leastRow = 26;

/// The view's own hint forgets the padding of the style sheet.
class WrappingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        constexpr int padding = 28;
        const QRect room(0, 0, std::max(40, option.rect.width() - padding), QWIDGETSIZE_MAX);
        const QRect text =
            option.fontMetrics.boundingRect(room, Qt::TextWordWrap, index.data().toString());
        return {text.width() + padding, text.height() + 10};
    }
};

} // namespace

WrappingTable::WrappingTable(QAbstractItemModel& model, QWidget* parent) : QTableView(parent) {
    setModel(&model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setItemDelegate(new WrappingDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(leastRow);
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setStretchLastSection(true);
}

} // namespace roofplan::ui

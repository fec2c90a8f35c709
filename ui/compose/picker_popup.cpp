#include "ui/compose/picker_popup.h"

#include "ui/compose/picker_model.h"
#include "ui/compose/picker_rows.h"
#include "ui/models/natural_order.h"
#include "ui/style/card.h"
#include "ui/style/column_widths.h"
#include "ui/style/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace roofplan::ui {
namespace {

constexpr int rowHeight = 26;
constexpr int headerHeight = 28;
constexpr int mostRows = 16;
constexpr int cellPadding = 28; ///< of the style sheet, and the view's own margins
constexpr int narrowest = 420;
constexpr int narrowestColumn = 90;
constexpr int widestColumn = 460; ///< what is longer is read in its tool tip
constexpr int fewestRows = 8;     ///< shown beside the anchor; with less room the list covers it
constexpr int toScreenEdge = 8;

/// What matters less is grey.
class MutedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(PickerModel::MutedRole).toBool() && option->widget != nullptr) {
            option->palette.setColor(QPalette::Text, themeOf(*option->widget).muted);
        }
    }
};

QModelIndex firstCell(const QModelIndex& index) {
    return index.siblingAtColumn(0);
}

} // namespace

PickerPopup::PickerPopup(PickerModel& model, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      m_model(model),
      m_rows(new PickerRows(this)),
      m_filter(new QLineEdit),
      m_table(new QTableView),
      m_empty(makeLabel("secondary")),
      m_note(makeLabel("note")),
      m_count(makeLabel("note")) {
    setProperty("popup", true);
    setAccessibleName(model.title());
    m_rows->setSourceModel(&model);
    makeTable();
    layOut();
    setFocusProxy(m_filter);
    m_filter->setPlaceholderText(tr("Filter: one or more words"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &PickerPopup::showFiltered);
    connect(m_table, &QTableView::clicked, this, &PickerPopup::pick);
    // The focus stays in the filter line; who cannot see hears the row there.
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                m_filter->setAccessibleDescription(firstCell(now).data().toString());
            });
}

void PickerPopup::makeTable() {
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new MutedDelegate(m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setAccessibleName(m_model.title());
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_table->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setFixedHeight(headerHeight);
    m_table->horizontalHeader()->setMinimumSectionSize(32);
    m_table->horizontalHeader()->setStretchLastSection(true);
}

void PickerPopup::layOut() {
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->hide();
    auto* below = new QHBoxLayout;
    below->setContentsMargins(8, 0, 8, 0);
    below->addWidget(m_note, 1);
    below->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 7);
    column->setSpacing(4);
    column->addWidget(m_filter);
    column->addWidget(m_table);
    column->addWidget(m_empty, 1);
    column->addLayout(below);
}

void PickerPopup::open(const QWidget& anchor, const QString& current, const QString& filter) {
    m_anchor = &anchor;
    m_current = current;
    m_note->setText(m_model.note());
    if (m_filter->text() == filter) {
        showFiltered(filter);
    } else {
        m_filter->setText(filter);
    }
    setAttribute(Qt::WA_NoMouseReplay, false);
    place(anchor);
    show();
    m_filter->setFocus(Qt::PopupFocusReason);
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
}

void PickerPopup::showFiltered(const QString& typed) {
    m_rows->setWords(filterWords(typed));
    const int shown = m_rows->rowCount();
    const int all = m_model.rowCount();
    m_count->setText(shown == all ? QString::number(all) : tr("%1 of %2").arg(shown).arg(all));
    m_empty->setText(tr("Nothing matches “%1”.").arg(typed.simplified()));
    m_empty->setVisible(shown == 0);
    m_table->setVisible(shown > 0);
    if (typed.trimmed().isEmpty()) {
        chooseKey(m_current);
    } else {
        chooseRow(m_rows->bestRow());
    }
}

void PickerPopup::chooseKey(const QString& key) {
    const int row = m_model.rowOf(key);
    chooseRow(row < 0 ? 0 : m_rows->mapFromSource(m_model.index(row, 0)).row());
}

void PickerPopup::chooseRow(int row) {
    const QModelIndex index = m_rows->index(row, 0);
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

bool PickerPopup::moveBy(const QKeyEvent& key) {
    const int last = m_rows->rowCount() - 1;
    const int row = m_table->currentIndex().row();
    const int page = std::max(1, m_table->viewport()->height() / rowHeight - 1);
    int to = row;
    switch (key.key()) {
    case Qt::Key_Down:
        to = row + 1;
        break;
    case Qt::Key_Up:
        to = row - 1;
        break;
    case Qt::Key_PageDown:
        to = row + page;
        break;
    case Qt::Key_PageUp:
        to = row - page;
        break;
    default:
        return false;
    }
    if (last >= 0) {
        chooseRow(std::clamp(to, 0, last));
    }
    return true;
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_filter || event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
        pick(m_table->currentIndex());
        return true;
    }
    if (key.key() == Qt::Key_Escape || key.key() == Qt::Key_F4) {
        hide();
        return true;
    }
    return moveBy(key);
}

/// A click on the anchor closes; it must not open the list again at once.
void PickerPopup::mousePressEvent(QMouseEvent* event) {
    if (m_anchor != nullptr) {
        const QPoint there = m_anchor->mapFromGlobal(event->globalPosition().toPoint());
        setAttribute(Qt::WA_NoMouseReplay, m_anchor->rect().contains(there));
    }
    QFrame::mousePressEvent(event);
}

void PickerPopup::pick(const QModelIndex& index) {
    if (index.isValid()) {
        const QString key = index.data(PickerModel::KeyRole).toString();
        hide();
        Q_EMIT picked(key);
    }
}

/// What the longest text of a column needs, whether the filter shows it or not.
int PickerPopup::contentWidth(int column) const {
    QFont font = m_table->font();
    font.setPixelSize(12);
    const QFontMetrics metrics(font);
    int width = metrics.horizontalAdvance(
        m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() +
        QStringLiteral(" ▾"));
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QString text = m_model.index(row, column).data().toString();
        width = std::max(width, metrics.horizontalAdvance(text));
    }
    return std::min(width + cellPadding, widestColumn);
}

/// Sets the columns' widths and returns what they need together, at most `most` if need be.
int PickerPopup::fitColumns(int most) {
    std::vector<int> widths;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        widths.push_back(contentWidth(column));
    }
    widths = fittedWidths(std::move(widths), most, narrowestColumn);
    int sum = 0;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const int width = widths[static_cast<std::size_t>(column)];
        m_table->setColumnWidth(column, width);
        sum += width;
    }
    return sum;
}

QSize PickerPopup::fittingSize(const QSize& room) {
    const QMargins margins = layout()->contentsMargins();
    const int beside =
        margins.left() + margins.right() + m_table->verticalScrollBar()->sizeHint().width() + 2;
    const int width = std::max(narrowest, fitColumns(room.width() - beside) + beside);
    const int fitting = (room.height() - heightOf(0)) / rowHeight; // whole rows only
    const int wanted = std::clamp(m_model.rowCount(), fewestRows / 2, mostRows);
    const int rows = std::max(1, std::min(wanted, fitting));
    m_table->setFixedHeight(headerHeight + rows * rowHeight); // no row is cut at either end
    return {std::min(width, room.width()), heightOf(rows)};
}

int PickerPopup::heightOf(int rows) const {
    const QMargins margins = layout()->contentsMargins();
    return margins.top() + m_filter->sizeHint().height() + headerHeight + rows * rowHeight +
           m_note->sizeHint().height() + margins.bottom() + 3 * layout()->spacing() + 4;
}

/// What the list may cover: the screen, but not what is above the window's own content (its title
/// bar) unless the window sits too low for that.
QRect PickerPopup::roomAround(const QWidget& anchor) const {
    QRect room = anchor.screen()->availableGeometry().adjusted(toScreenEdge, toScreenEdge,
                                                               -toScreenEdge, -toScreenEdge);
    const int lowest = room.bottom() + 1 - heightOf(std::min(m_model.rowCount(), fewestRows));
    room.setTop(
        std::clamp(anchor.window()->geometry().top(), room.top(), std::max(room.top(), lowest)));
    return room;
}

/// Below the anchor, above it where there is more room, over it where there is none.
void PickerPopup::place(const QWidget& anchor) {
    if (parentWidget() != anchor.window()) {
        setParent(anchor.window(), Qt::Popup);
    }
    ensurePolished();
    const QRect screen = roomAround(anchor);
    const int bottom = anchor.mapToGlobal(QPoint(0, anchor.height())).y() + 2;
    const int top = anchor.mapToGlobal(QPoint()).y() - 2;
    const int below = screen.bottom() + 1 - bottom;
    const int above = top - screen.top();
    const bool down = below >= above || below >= heightOf(std::min(m_model.rowCount(), mostRows));
    int room = std::min(down ? below : above, screen.height()); // the anchor may be off the screen
    if (room < heightOf(std::min(m_model.rowCount(), fewestRows))) {
        room = screen.height();
    }
    const QSize size = fittingSize({screen.width(), room});
    setFixedSize(size);
    const int left = anchor.mapToGlobal(QPoint()).x();
    const int y = down ? bottom : top - size.height();
    const auto within = [](int at, int first, int last) {
        return std::clamp(at, first, std::max(first, last));
    };
    move(within(left, screen.left(), screen.right() + 1 - size.width()),
         within(y, screen.top(), screen.bottom() + 1 - size.height()));
}

} // namespace roofplan::ui

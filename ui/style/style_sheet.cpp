#include "ui/style/style_sheet.h"

#include <QApplication>
#include <QFontDatabase>
#include <QStyleFactory>

/// Resources of a static library must be asked for, outside any namespace.
static void registerIcons() {
    Q_INIT_RESOURCE(roofplan);
}

namespace roofplan::ui {
namespace {

// Names in braces are filled from the theme.
constexpr auto sheet = R"(
QWidget { font-size: 13px; color: {ink}; }
QMainWindow, QDialog, QMessageBox, #page { background: {page}; }
#toolbar { background: {card}; border: 0; border-bottom: 1px solid {line}; }
#mark { font-size: 15px; font-weight: 600; }
QFrame[card="true"] { background: {card}; border: 1px solid {line}; border-radius: 8px; }
QScrollArea, #plain { background: transparent; border: 0; }
QToolTip { background: {card}; color: {ink}; border: 1px solid {line}; padding: 6px; }

QLabel[role="title"] { font-size: 11px; font-weight: 600; color: {muted}; }
QLabel[role="aside"] { font-size: 12px; color: {muted}; }
QLabel[role="note"] { font-size: 11px; color: {muted}; }
QLabel[role="secondary"] { font-size: 12px; color: {muted}; }
QLabel[role="field"] { font-size: 12px; color: {muted}; }
QLabel[role="unit"] { font-size: 11px; color: {muted}; background: transparent; }
QLabel[role="own"] { font-size: 11px; color: {accent}; }
QLabel[role="note"][problem="true"] { color: {error}; }
QLabel[role="emphasis"] { font-size: 15px; font-weight: 600; }
QLabel[role="value"] { font-size: 21px; font-weight: 600; }
QLabel[role="problem"] { font-size: 12px; color: {error}; background: {card};
    border: 1px solid {error}; border-radius: 6px; padding: 6px 9px; }
QLabel[role="fixed"], QLabel[role="formula"] { font-family: "{fixedFont}"; font-size: 11px; }
QLabel[role="formula"] { background: {field}; border-radius: 4px; padding: 6px 8px; }
QFrame[role="formula"] { background: {field}; border: 0; border-radius: 4px; }
QLabel[stale="true"] { color: {muted}; font-weight: 400; }

QToolButton, QPushButton { background: {card}; border: 1px solid {line}; border-radius: 6px;
    padding: 0 7px; min-height: 27px; }
QToolButton:hover, QPushButton:hover { border-color: {muted}; }
QToolButton:pressed, QPushButton:pressed { background: {field}; }
QToolButton:focus, QPushButton:focus { border-color: {accent}; }
QToolButton:disabled, QPushButton:disabled { color: {line}; }
QPushButton:default { background: {accent}; color: {onAccent}; border-color: {accent}; }
QToolButton::menu-indicator { image: none; }
QToolButton[icon="true"] { padding: 0; min-width: 30px; }
QToolButton[flat="true"] { background: transparent; border: 0; padding: 0 6px; min-height: 20px;
    color: {accent}; }
QToolButton[flat="true"]:hover { text-decoration: underline; }
QToolButton[flat="true"]:focus { border: 1px solid {accent}; }
QToolButton[fold="true"] { background: transparent; border: 1px solid transparent; color: {muted};
    padding: 0; min-width: 22px; min-height: 22px; }
QToolButton[fold="true"]:hover { color: {ink}; border-color: {line}; }
QToolButton[fold="true"]:focus { border-color: {accent}; }
QToolButton[segment] { border-radius: 0; color: {muted}; min-height: 22px; font-size: 12px;
    padding: 0 9px; }
QToolButton[segment="first"] { border-top-left-radius: 6px; border-bottom-left-radius: 6px; }
QToolButton[segment="single"] { border-radius: 6px; }
QToolButton[segment="middle"] { border-left: 0; }
QToolButton[segment="last"] { border-left: 0; border-top-right-radius: 6px;
    border-bottom-right-radius: 6px; }
QToolButton[segment]:checked { background: {accent}; color: {onAccent}; border-color: {accent}; }
QToolButton[small="true"] { min-height: 17px; font-size: 11px; padding: 0 2px; }

QLineEdit, QComboBox { background: {field}; border: 1px solid {line}; border-radius: 6px;
    padding: 0 8px; min-height: 25px; max-height: 25px; selection-background-color: {accent};
    selection-color: {onAccent}; }
QLineEdit:hover, QComboBox:hover { border-color: {muted}; }
QLineEdit:focus, QComboBox:focus { border: 1px solid {accent}; background: {card}; }
QLineEdit[problem="true"], QComboBox[problem="true"] { border: 1px solid {error}; }
QComboBox { background: {card}; padding-left: 7px; padding-right: 3px; }
QComboBox::drop-down { border: 0; width: 14px; }
QComboBox::down-arrow { image: url(:/icons/chevron-{mode}.svg); width: 9px; height: 9px; }
QComboBox QAbstractItemView { background: {card}; border: 1px solid {line};
    selection-background-color: {selection}; selection-color: {ink}; outline: 0; }
QFrame[popup="true"] { background: {card}; border: 1px solid {line}; }
QFrame[popup="true"] QTableView { border: 0; }
QCheckBox { spacing: 6px; font-size: 12px; background: transparent; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 3px;
    background: {card}; }
QCheckBox::indicator:checked { background: {accent}; border-color: {accent};
    image: url(:/icons/check-{mode}.svg); }
QCheckBox::indicator:focus { border-color: {accent}; }

QTabBar { background: transparent; border: 0; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; border: 0; border-bottom: 2px solid transparent;
    padding: 5px 12px 6px 12px; color: {muted}; }
QTabBar::tab:hover { color: {ink}; }
QTabBar::tab:selected { color: {ink}; font-weight: 600; border-bottom-color: {accent}; }
QTabBar:focus { outline: 0; }
QTabBar::tab:focus { color: {accent}; }

QTextBrowser { background: {card}; border: 0; font-size: 12px;
    selection-background-color: {accent}; selection-color: {onAccent}; }
QTreeView { background: {card}; border: 0; font-size: 12px; outline: 0;
    selection-background-color: {selection}; selection-color: {ink};
    show-decoration-selected: 1; }
QTreeView::item { min-height: 24px; border: 0; }
QTreeView::item:selected, QTreeView::branch:selected { background: {selection}; color: {ink}; }
QTreeView::branch:has-children:closed { image: url(:/icons/branch-closed-{mode}.svg); }
QTreeView::branch:has-children:open { image: url(:/icons/branch-open-{mode}.svg); }
QTableView { background: {card}; border: 0; gridline-color: transparent; font-size: 12px;
    selection-background-color: {selection}; selection-color: {ink}; outline: 0; }
QTableView::item { border: 0; border-bottom: 1px solid {grid}; padding: 0 8px; }
QTableView::item:selected { background: {selection}; color: {ink}; }
QHeaderView { background: {card}; border: 0; }
QHeaderView::section { background: {card}; border: 0; border-bottom: 1px solid {line};
    padding: 0 11px; color: {muted}; font-size: 12px; min-height: 24px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { image: none; width: 0; height: 0; }
QTableCornerButton::section { background: {card}; border: 0; }

QMenu { background: {card}; border: 1px solid {line}; padding: 4px; }
QMenu::item { padding: 5px 20px; border-radius: 4px; }
QMenu::item:selected { background: {selection}; }
QStatusBar { background: {card}; border-top: 1px solid {line}; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { font-size: 11px; color: {muted}; padding: 0 8px 0 0; }

QScrollBar { background: transparent; border: 0; }
QScrollBar:vertical { width: 9px; margin: 0; }
QScrollBar:horizontal { height: 9px; margin: 0; }
QScrollBar::handle { background: {line}; border-radius: 3px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: {muted}; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
)";

} // namespace

QPalette palette(const Theme& theme) {
    QPalette palette;
    palette.setColor(QPalette::Window, theme.page);
    palette.setColor(QPalette::WindowText, theme.ink);
    palette.setColor(QPalette::Base, theme.card);
    palette.setColor(QPalette::AlternateBase, theme.field);
    palette.setColor(QPalette::ToolTipBase, theme.card);
    palette.setColor(QPalette::ToolTipText, theme.ink);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Text, theme.ink);
    palette.setColor(QPalette::Button, theme.card);
    palette.setColor(QPalette::ButtonText, theme.ink);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::Light, theme.card);
    palette.setColor(QPalette::Midlight, theme.grid);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.muted);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, theme.muted);
    }
    return palette;
}

QString styleSheet(const Theme& theme) {
    QString text = QString::fromLatin1(sheet);
    const std::pair<const char*, QColor> colours[] = {
        {"{ink}", theme.ink},           {"{page}", theme.page},   {"{card}", theme.card},
        {"{line}", theme.line},         {"{muted}", theme.muted}, {"{accent}", theme.accent},
        {"{onAccent}", theme.onAccent}, {"{field}", theme.field}, {"{selection}", theme.selection},
        {"{grid}", theme.grid},         {"{error}", theme.error},
    };
    for (const auto& [name, colour] : colours) {
        text.replace(QLatin1StringView(name), colour.name());
    }
    text.replace(QLatin1StringView("{fixedFont}"),
                 QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    return text.replace(QLatin1StringView("{mode}"),
                        theme.dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

void applyTheme(QApplication& application, ThemeChoice choice, bool systemDark) {
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemDark);
    const Theme& chosen = theme(dark);
    registerIcons();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(palette(chosen));
    application.setStyleSheet(styleSheet(chosen));
}

} // namespace roofplan::ui

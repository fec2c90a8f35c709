#include "ui/shell/tool_bar.h"

#include "ui/style/icon.h"
#include "ui/style/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace roofplan::ui {

ToolBar::ToolBar(QWidget* parent) : QFrame(parent), m_row(new QHBoxLayout(this)) {
    setObjectName(QStringLiteral("toolbar"));
    setFixedHeight(46);
    m_row->setContentsMargins(12, 0, 12, 0);
    m_row->setSpacing(8);
    auto* mark = new QLabel(QStringLiteral("▲ Roofplan"));
    mark->setObjectName(QStringLiteral("mark"));
    m_row->addWidget(mark);
    m_row->addSpacing(8);
}

QToolButton& ToolBar::addAction(QAction& action) {
    auto* button = new QToolButton;
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return add(button);
}

QToolButton& ToolBar::addIconAction(QAction& action, const QString& icon) {
    auto* button = new QToolButton;
    button->setDefaultAction(&action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setProperty("icon", true);
    m_icons.emplace_back(button, icon);
    tintIcons();
    return add(button);
}

void ToolBar::addSeparator() {
    auto* line = new QFrame;
    line->setFixedSize(1, 20);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    m_row->addSpacing(4);
    m_row->addWidget(line);
    m_row->addSpacing(4);
}

void ToolBar::addStretch() {
    m_row->addStretch(1);
}

QToolButton& ToolBar::addMenu(QMenu& menu, const QString& icon, const QString& name) {
    auto* button = new QToolButton;
    // The menu's right edge stays at the button's, inside the window.
    connect(button, &QToolButton::clicked, &menu, [button, &menu] {
        const QPoint corner(button->width() - menu.sizeHint().width(), button->height() + 2);
        menu.popup(button->mapToGlobal(corner));
    });
    button->setProperty("icon", true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    m_icons.emplace_back(button, icon);
    tintIcons();
    return add(button);
}

QToolButton& ToolBar::add(QToolButton* button) {
    button->setFocusPolicy(Qt::StrongFocus);
    m_row->addWidget(button);
    return *button;
}

void ToolBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        tintIcons();
    }
}

void ToolBar::tintIcons() {
    const Theme& theme = themeOf(*this);
    for (const auto& [button, name] : m_icons) {
        QIcon icon = tintedIcon(name, theme.ink);
        icon.addPixmap(tintedIcon(name, theme.line).pixmap(16, 16), QIcon::Disabled);
        if (button->defaultAction() != nullptr) {
            button->defaultAction()->setIcon(icon);
        } else {
            button->setIcon(icon);
        }
    }
}

} // namespace roofplan::ui

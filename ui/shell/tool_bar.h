// The bar on top: the mark and a button for each action.
#pragma once

#include <QFrame>

#include <vector>

class QAction;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace roofplan::ui {

class ToolBar : public QFrame {
    Q_OBJECT

public:
    explicit ToolBar(QWidget* parent = nullptr);

    QToolButton& addAction(QAction& action);

    /// A button that shows an icon of the resources in the theme's ink.
    QToolButton& addIconAction(QAction& action, const QString& icon);

    void addSeparator();
    void addStretch();

    QToolButton& addMenu(QMenu& menu, const QString& icon, const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    QToolButton& add(QToolButton* button);
    void tintIcons();

    QHBoxLayout* m_row;
    std::vector<std::pair<QToolButton*, QString>> m_icons;
};

} // namespace roofplan::ui

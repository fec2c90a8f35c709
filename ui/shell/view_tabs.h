// The views in the centre, a tab each.
#pragma once

#include <QWidget>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace roofplan::ui {

class MemoryView;
class RooflineView;

class ViewTabs : public QWidget {
    Q_OBJECT

public:
    explicit ViewTabs(QWidget* parent = nullptr);

    [[nodiscard]] RooflineView& roofline() { return *m_roofline; }

    [[nodiscard]] MemoryView& memory() { return *m_memory; }

    /// Folds and unfolds the right side.
    [[nodiscard]] QToolButton& foldButton() { return *m_fold; }

private:
    QTabBar* m_tabs;
    QStackedWidget* m_pages;
    QToolButton* m_fold;
    RooflineView* m_roofline;
    MemoryView* m_memory;
};

} // namespace roofplan::ui

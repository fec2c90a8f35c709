// Which theme the window is in: the desktop's, light or dark. Remembered.
#pragma once

#include "ui/style/style_sheet.h"

#include <QObject>

class QApplication;
class QMenu;

namespace roofplan::ui {

class ThemeController : public QObject {
    Q_OBJECT

public:
    /// Reads the desktop's lightness from the application's palette, so make it before any theme is
    /// applied.
    explicit ThemeController(QApplication& application, QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }

    /// Applies a choice for this run.
    void show(ThemeChoice choice);

    /// Applies a choice and remembers it.
    void choose(ThemeChoice choice);

    /// Applies the remembered choice.
    void restore();

    /// The three choices as a menu.
    [[nodiscard]] QMenu* makeMenu(QWidget* parent);

private:
    QApplication& m_application;
    bool m_systemDark;
    ThemeChoice m_choice = ThemeChoice::System;
};

} // namespace roofplan::ui

// A theme as a palette and a style sheet over the Fusion style.
#pragma once

#include "ui/style/theme.h"

#include <QPalette>
#include <QString>

class QApplication;

namespace roofplan::ui {

enum class ThemeChoice { System, Light, Dark };

[[nodiscard]] QPalette palette(const Theme& theme);

[[nodiscard]] QString styleSheet(const Theme& theme);

/// Puts the whole application into a theme. `systemDark` is what the desktop's own palette said at
/// the start.
void applyTheme(QApplication& application, ThemeChoice choice, bool systemDark);

} // namespace roofplan::ui

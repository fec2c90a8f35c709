// Greys a part of the window that shows what no longer holds.
#pragma once

class QWidget;

namespace roofplan::ui {

inline constexpr double fadedOpacity = 0.45;

void setFaded(QWidget& widget, bool faded);

} // namespace roofplan::ui

// Icons of the resources in a colour of the theme.
#pragma once

#include <QIcon>

namespace roofplan::ui {

/// ":/icons/NAME.svg" with every pixel in `colour`.
[[nodiscard]] QIcon tintedIcon(const QString& name, const QColor& colour);

} // namespace roofplan::ui

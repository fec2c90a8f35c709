// Cells that the tables of the pickers are made of.
#pragma once

#include "core/catalogue/catalogue.h"
#include "ui/compose/picker_model.h"

namespace roofplan::ui {

[[nodiscard]] PickerCell textCell(const QString& text, bool muted = false);

/// `value` in the column's unit to that many significant digits.
[[nodiscard]] PickerCell numberCell(double value, int digits = 4);

/// "unknown", after everything that is known.
[[nodiscard]] PickerCell unknownCell();

/// GB/s of a GPU inside its domain; a link that is not NVLink says what it is. Null is unknown.
[[nodiscard]] PickerCell linkCell(const NvlinkFabric* fabric);

/// Remarks in one cell, the user's own numbers (as ownNumbers() gives them) before all others.
[[nodiscard]] PickerCell remarkCell(QStringList remarks, const QStringList& own = {});

} // namespace roofplan::ui

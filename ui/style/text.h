// Core's texts and numbers as people see them: translated, thin spaces, true minus, decimal mark.
#pragma once

#include "core/base/diagnostic.h"
#include "core/units/unit_kind.h"

#include <QString>

namespace roofplan::ui {

/// A number in core's spelling ("-1024.5 s") for the eye: digits grouped by narrow no-break spaces,
/// one before the unit, a true minus, the decimal mark of the locale. Words stay as they are.
[[nodiscard]] QString pretty(const QString& number);

/// `value` in the base unit of `kind`, for the eye.
[[nodiscard]] QString prettyQuantity(double value, UnitKind kind, int digits = 3);

/// `value` with a fixed number of decimals, for the eye.
[[nodiscard]] QString prettyNumber(double value, int decimals);

/// 0.472 → "47.2 %".
[[nodiscard]] QString prettyPercent(double fraction, int decimals = 1);

/// A signed change: −0.07 → "−7.0 %", 0.02 → "+2.0 %".
[[nodiscard]] QString prettyChange(double fraction, int decimals = 1);

/// "$ 9.05 M".
[[nodiscard]] QString prettyMoney(double dollars);

/// A price per GPU-hour with the tenth of a cent: "$ 6.865".
[[nodiscard]] QString prettyPrice(double dollars);

/// `value` to that many significant digits, never with an exponent: 1578.3 → "1 580" for 3.
[[nodiscard]] QString prettySignificant(double value, int digits);

/// Without characters that have no glyph: control characters, unassigned ones.
[[nodiscard]] QString printable(const QString& text);

/// Core's words in the language of the window.
[[nodiscard]] QString translated(const char* coreText);
[[nodiscard]] QString translated(const Text& text);

/// A finding with its hint in one sentence.
[[nodiscard]] QString findingText(const Diagnostic& diagnostic);

} // namespace roofplan::ui

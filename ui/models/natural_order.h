// The order people expect of names with numbers in them, and the words of a filter line.
#pragma once

#include <QString>
#include <QStringList>

namespace roofplan::ui {

/// "p5" before "p6-b200", "Qwen3 8B" before "Qwen3 32B": digits compare as numbers, letters without
/// regard to case.
[[nodiscard]] bool naturalLess(const QString& a, const QString& b);

/// `text` as a filter compares it: lower case, digits not grouped, every run of blanks one blank.
[[nodiscard]] QString searchable(const QString& text);

/// True when each of `words` (searchable) stands somewhere in `text` (searchable).
[[nodiscard]] bool holdsAllWords(const QString& text, const QStringList& words);

/// The words that a person has typed into a filter line.
[[nodiscard]] QStringList filterWords(const QString& typed);

} // namespace roofplan::ui

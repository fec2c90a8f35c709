// How well the words of a filter line fit a name: what is called so stands before what only
// mentions it.
#pragma once

#include <QStringList>

#include <compare>

namespace roofplan::ui {

/// Lower is better; one word more that is not in the names weighs more than how well the others
/// are. All texts are searchable(). 0 for an entry whose name is what was typed.
struct MatchRank {
    int elsewhere = 0;   ///< words that are in no name
    int imprecision = 0; ///< sum over the words: 0 a whole word of a name, 1 the start of one, 2
                         ///< inside of one; 1 at least unless the words are a name

    auto operator<=>(const MatchRank&) const = default;
};

[[nodiscard]] MatchRank matchRank(const QStringList& names, const QStringList& words);

} // namespace roofplan::ui

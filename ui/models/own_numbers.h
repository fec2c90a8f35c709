// Where the user's own numbers stand in for shipped ones: what the marks of the window say.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/result/result.h"

#include <QString>
#include <QStringList>

#include <initializer_list>
#include <span>
#include <string_view>

namespace roofplan::ui {

/// The mark of a number that the user has put in the place of a shipped one.
inline constexpr QChar ownMark(0x270E);

/// The numbers of these entries that are the user's, in words: "NVIDIA H200 SXM: HBM bandwidth".
/// Unknown and empty ids have none.
[[nodiscard]] QStringList ownNumbers(const Catalogue& catalogue,
                                     std::initializer_list<std::string_view> entries);

/// Those behind a headline number of `result`, which was evaluated with `catalogue`.
[[nodiscard]] QStringList
ownNumbers(const Result& result, HeadlineNumber number, const Catalogue& catalogue);

/// "✎ your numbers: …" on a line each, for a tool tip; empty without any.
[[nodiscard]] QString ownNumbersText(const QStringList& numbers);

} // namespace roofplan::ui

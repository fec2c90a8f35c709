// The catalogue as kinds and entries, with the facts of each and the text that a search looks
// through.
#pragma once

#include "core/catalogue/catalogue.h"
#include "ui/models/match_rank.h"

#include <QString>
#include <QStringList>

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan::ui {

struct CatalogueEntry {
    std::string kind;   ///< "gpu", as its file says
    std::string folder; ///< "gpus"; an instance and its prices have the same id
    std::string id;
    QString name;
    std::vector<FactId> facts;       ///< the one in use of each property and region
    std::vector<std::size_t> absent; ///< of Catalogue::absent: figures that do not exist
    int conflicts = 0;               ///< facts with rivals
    int own = 0;                     ///< facts that are the user's
    bool shipped = true;             ///< some of it is: its own numbers can be taken back
    QStringList names;               ///< searchable(): id and name
    QString labels;                  ///< searchable(): what its facts are called
    QString searched;                ///< searchable(): ids, names, facts, sources, notes
};

struct CatalogueGroup {
    QString title;
    std::vector<CatalogueEntry> entries; ///< in natural order of their names
};

/// All kinds that have entries.
[[nodiscard]] std::vector<CatalogueGroup> catalogueGroups(const Catalogue& catalogue);

/// The folder of the file that a place is in, also where that is the user's: "gpus".
[[nodiscard]] std::string folderOf(std::string_view place);

/// What a search looks through of one fact and its rivals, searchable().
[[nodiscard]] QString searchedText(const Fact& fact, const Catalogue& catalogue);

/// The same of a figure that does not exist.
[[nodiscard]] QString searchedText(const AbsentFigure& figure);

/// What a fact is called: label, property and region, searchable().
[[nodiscard]] QString calledText(const Fact& fact);
[[nodiscard]] QString calledText(const AbsentFigure& figure);

/// How well an entry answers a search: by its names, then by what its facts are called; what only
/// a note or a source mentions comes last. Lower is better.
struct EntryRank {
    MatchRank byName;
    int inNotes = 0; ///< words that are in no name and no label

    auto operator<=>(const EntryRank&) const = default;
};

[[nodiscard]] EntryRank rankOf(const CatalogueEntry& entry, const QStringList& words);

/// The fact that is shipped in the place of an own one: the one that says why it was preferred, or
/// the only one. None where nothing is shipped.
[[nodiscard]] FactId shippedFact(const Fact& own, const Catalogue& catalogue);

} // namespace roofplan::ui

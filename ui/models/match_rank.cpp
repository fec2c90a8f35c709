#include "ui/models/match_rank.h"

#include <algorithm>

namespace roofplan::ui {
namespace {

enum Fit { WholeWord, WordStart, InsideAWord, NoFit };

bool isInWord(const QString& text, qsizetype at) {
    return at >= 0 && at < text.size() && text[at].isLetterOrNumber();
}

/// The best place of a word in a name.
Fit fitOf(const QString& name, const QString& word) {
    Fit best = NoFit;
    for (qsizetype at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
        const bool starts = !isInWord(name, at - 1);
        const bool ends = !isInWord(name, at + word.size());
        best = std::min(best, !starts ? InsideAWord : ends ? WholeWord : WordStart);
    }
    return best;
}

} // namespace

MatchRank matchRank(const QStringList& names, const QStringList& words) {
    MatchRank rank;
    if (words.isEmpty() || names.contains(words.join(u' '))) {
        return rank;
    }
    rank.imprecision = 1;
    for (const QString& word : words) {
        Fit fit = NoFit;
        for (const QString& name : names) {
            fit = std::min(fit, fitOf(name, word));
        }
        if (fit == NoFit) {
            ++rank.elsewhere;
        } else {
            rank.imprecision += fit;
        }
    }
    return rank;
}

} // namespace roofplan::ui

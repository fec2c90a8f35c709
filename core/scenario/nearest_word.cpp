#include "core/scenario/nearest_word.h"

#include <algorithm>
#include <numeric>

namespace roofplan {

namespace {

/// Longer ones are no mistyped key; the distance costs length × length.
constexpr std::size_t longestWord = 100;

char plain(char c) {
    const bool upper = c >= 'A' && c <= 'Z';
    return c == '-' ? '_' : (upper ? static_cast<char>(c - 'A' + 'a') : c);
}

/// Levenshtein's distance: letters to insert, remove or replace.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (plain(a[i - 1]) == plain(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

} // namespace

std::string nearestWords(std::string_view word, const std::vector<std::string>& words) {
    if (word.empty() || word.size() > longestWord) {
        return {};
    }
    std::size_t best = std::max<std::size_t>(1, word.size() / 3);
    std::string nearest;
    for (const std::string& candidate : words) {
        const std::size_t distance = editDistance(word, candidate);
        if (distance < best || (distance == best && nearest.empty())) {
            best = distance;
            nearest = candidate;
        } else if (distance == best) {
            nearest += ", " + candidate;
        }
    }
    return nearest;
}

} // namespace roofplan

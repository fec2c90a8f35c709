#include "app/cli/explain.h"

#include "core/report/report_text.h"
#include "core/result/verdict.h"

#include <algorithm>

namespace roofplan::cli {

namespace {

constexpr auto headlineCount = static_cast<std::size_t>(HeadlineNumber::Count);
constexpr auto memoryPartCount = static_cast<std::size_t>(MemoryPart::Count);

/// As keys are written: small letters, '_' between words.
std::string asKey(std::string_view name) {
    std::string key(name);
    for (char& c : key) {
        c = c == '-' || c == ' ' ? '_' : c;
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return key;
}

bool means(std::string_view name, std::string_view headlineName) {
    if (name == headlineName) {
        return true;
    }
    const auto unit = headlineName.find_last_of('_');
    return unit != std::string_view::npos && name == headlineName.substr(0, unit);
}

/// What a plan takes in memory is so whether it fits or not; its times and price are not.
bool holdsWithoutFitting(HeadlineNumber number) {
    return number == HeadlineNumber::MemoryHeadroom;
}

/// What stands before the numbers of a plan that does not fit.
std::string reservation(const Result& result, bool numbersHold) {
    if (result.feasible) {
        return {};
    }
    return verdict(result).headline.plain() +
           (numbersHold ? "\n\n" : " These numbers are what it would take if it did fit.\n\n");
}

std::string
termExplanations(const Result& result, std::string_view key, const Catalogue& catalogue) {
    std::string text;
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        if (termKey(result.terms[i].name) == key) {
            text += text.empty() ? "" : "\n";
            text += explanationText(explainTerm(result, i, catalogue));
        }
    }
    return text;
}

} // namespace

std::vector<std::string> headlineNames() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < headlineCount; ++i) {
        names.emplace_back(headlineKey(static_cast<HeadlineNumber>(i)));
    }
    return names;
}

std::vector<std::string> memoryPartNames() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < memoryPartCount; ++i) {
        names.emplace_back(memoryPartKey(static_cast<MemoryPart>(i)));
    }
    return names;
}

std::vector<std::string> explainableNames(const Result& result) {
    std::vector<std::string> names = headlineNames();
    std::ranges::move(memoryPartNames(), std::back_inserter(names));
    for (const Term& term : result.terms) {
        const std::string name(termKey(term.name));
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string explained(const Result& result, std::string_view name, const Catalogue& catalogue) {
    const std::string key = asKey(name);
    for (std::size_t i = 0; i < headlineCount; ++i) {
        const auto number = static_cast<HeadlineNumber>(i);
        if (means(key, headlineKey(number))) {
            return reservation(result, holdsWithoutFitting(number)) +
                   explanationText(explainHeadline(result, number, catalogue));
        }
    }
    for (std::size_t i = 0; i < memoryPartCount; ++i) {
        const auto part = static_cast<MemoryPart>(i);
        if (key == memoryPartKey(part)) {
            return reservation(result, true) +
                   explanationText(explainMemoryPart(result, result.worstStage, part, catalogue));
        }
    }
    const std::string terms = termExplanations(result, key, catalogue);
    return terms.empty() ? terms : reservation(result, false) + terms;
}

} // namespace roofplan::cli

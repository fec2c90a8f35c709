#include "app/cli/explain.h"

#include "core/report/report_text.h"

#include <algorithm>

namespace roofplan::cli {

namespace {

constexpr auto headlineCount = static_cast<std::size_t>(HeadlineNumber::Count);

bool means(std::string_view name, std::string_view headlineName) {
    if (name == headlineName) {
        return true;
    }
    const auto unit = headlineName.find_last_of('_');
    return unit != std::string_view::npos && name == headlineName.substr(0, unit);
}

} // namespace

std::vector<std::string> explainableNames(const Result& result) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < headlineCount; ++i) {
        names.emplace_back(headlineKey(static_cast<HeadlineNumber>(i)));
    }
    for (const Term& term : result.terms) {
        const std::string name(termKey(term.name));
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string explained(const Result& result, std::string_view name, const Catalogue& catalogue) {
    for (std::size_t i = 0; i < headlineCount; ++i) {
        const auto number = static_cast<HeadlineNumber>(i);
        if (means(name, headlineKey(number))) {
            return explanationText(explainHeadline(result, number, catalogue));
        }
    }
    std::string text;
    for (std::size_t i = 0; i < result.terms.size(); ++i) {
        if (termKey(result.terms[i].name) == name) {
            text += text.empty() ? "" : "\n";
            text += explanationText(explainTerm(result, i, catalogue));
        }
    }
    return text;
}

} // namespace roofplan::cli

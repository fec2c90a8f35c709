#include "core/report/report_text.h"
#include "core/report/text_columns.h"

#include <fmt/format.h>

namespace roofplan {

std::string factText(const ExplainedFact& fact) {
    if (fact.id == FactId::None) {
        return fmt::format("  {}\n", fact.label);
    }
    std::string text =
        fmt::format("  {}{}\n    {} → {}\n    {}\n", fact.label, fact.own ? " (yours)" : "",
                    fact.published, fact.used, fact.source);
    if (!fact.url.empty()) {
        text += fmt::format("    {}\n", fact.url);
    }
    if (!fact.why.empty()) {
        text += fmt::format("    preferred: {}\n", fact.why);
    }
    if (!fact.note.empty()) {
        text += fmt::format("    note: {}\n", fact.note);
    }
    for (const ExplainedRival& rival : fact.rivals) {
        text += fmt::format("    rival: {} ({}){}{}\n", rival.published, rival.source,
                            rival.note.empty() ? "" : ": ", rival.note);
    }
    return text;
}

std::string explanationText(const Explanation& explanation) {
    std::string text = fmt::format("{}: {}\n", explanation.title, explanation.result);
    text += fmt::format("\n  {}\n  {}\n", explanation.expression, explanation.words);
    if (!explanation.formulaSource.empty()) {
        text += fmt::format("  Source: {}\n", explanation.formulaSource);
    }
    if (!explanation.confidence.empty()) {
        text += fmt::format("  How well known: {}\n", explanation.confidence);
    }
    if (!explanation.inputs.empty()) {
        TextColumns columns("  ");
        for (const ExplainedInput& input : explanation.inputs) {
            columns.add({input.letter, input.value, input.meaning});
        }
        text += "\n" + columns.text();
    }
    for (const ExplainedFact& fact : explanation.facts) {
        text += "\n" + factText(fact);
    }
    return text;
}

} // namespace roofplan

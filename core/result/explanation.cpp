#include "core/result/explanation.h"

#include "core/result/cost_text.h"
#include "core/units/quantity_text.h"

#include <fmt/format.h>

namespace roofplan {

namespace {

const char* phaseWords(Phase phase) {
    switch (phase) {
    case Phase::Forward:
        return translatable("core", "forward");
    case Phase::Recomputation:
        return translatable("core", "recomputation");
    case Phase::Backward:
        return translatable("core", "backward");
    case Phase::Dgrad:
        return translatable("core", "gradient of the input");
    case Phase::Wgrad:
        return translatable("core", "gradient of the weight");
    case Phase::Step:
    case Phase::Optimizer:
        break;
    }
    return "";
}

std::string timeText(Seconds time) {
    return quantityText(time.base(), UnitKind::Time, 3);
}

std::string countText(double count) {
    return fmt::format("{:.6g}", count);
}

/// What a rounding leaves of a hidden time is nothing.
constexpr double roundingShare = 1e-6;

/// "2.74 ms × 1280 = 3.51 s, 0.20 s of it exposed".
std::string termResult(const Term& term) {
    const bool repeated = term.count > 1.0;
    std::string text = repeated ? fmt::format("{} × {} = {}", timeText(term.busy / term.count),
                                              countText(term.count), timeText(term.busy))
                                : timeText(term.busy);
    const bool partlyHidden = term.exposed < term.busy * (1.0 - 1e-9);
    if (partlyHidden && term.exposed >= term.busy * roundingShare) {
        text += fmt::format(", {} of it exposed", timeText(term.exposed));
    } else if (partlyHidden) {
        text += ", all of it hidden";
    }
    return text;
}

/// "7.85 M USD, billed 98.00 d for a run of 93.02 d, 7.27 M EUR".
std::string costText(const Result& result) {
    const Headline& headline = result.headline;
    if (!headline.cost) {
        return translatable("core", "no price known");
    }
    std::string text = quantityText(headline.cost->base(), UnitKind::Currency);
    if (const std::string billed = billedText(headline); !billed.empty()) {
        text += ", " + billed;
    }
    if (result.costConverted) {
        text +=
            ", " + convertedText(*result.costConverted) + ", " + rateText(*result.costConverted);
    }
    return text;
}

std::string headlineValue(const Result& result, HeadlineNumber number) {
    const Headline& headline = result.headline;
    switch (number) {
    case HeadlineNumber::TimeToTrain:
        return timeText(headline.timeToTrain);
    case HeadlineNumber::Cost:
        return costText(result);
    case HeadlineNumber::TokensPerSecondPerGpu:
        return quantityText(headline.tokensPerSecondPerGpu.base(), UnitKind::TokensPerSecond);
    case HeadlineNumber::Mfu:
        return fmt::format("{:.1f} %", 100.0 * headline.mfu);
    case HeadlineNumber::Hfu:
        return fmt::format("{:.1f} %", 100.0 * headline.hfu);
    case HeadlineNumber::MemoryHeadroom:
        return quantityText((headline.memoryCapacity - headline.memoryPeak).base(), UnitKind::Size);
    case HeadlineNumber::ExposedCommunication:
        return timeText(headline.exposedCommunication);
    case HeadlineNumber::StepTime:
    case HeadlineNumber::Count:
        break;
    }
    return timeText(headline.stepTime);
}

/// The step time is what measured runs were compared by.
bool restsOnStepTime(HeadlineNumber number) {
    switch (number) {
    case HeadlineNumber::TimeToTrain:
    case HeadlineNumber::StepTime:
    case HeadlineNumber::TokensPerSecondPerGpu:
    case HeadlineNumber::Mfu:
    case HeadlineNumber::Hfu:
        return true;
    default:
        return false;
    }
}

template <typename Entry>
const std::string* nameIn(const std::vector<Entry>& entries, std::string_view id) {
    const Entry* entry = findEntry(entries, id);
    return entry == nullptr ? nullptr : &entry->name;
}

std::string entryName(const Catalogue& catalogue, const std::string& id) {
    for (const std::string* name :
         {nameIn(catalogue.gpus, id), nameIn(catalogue.instances, id),
          nameIn(catalogue.nvlinks, id), nameIn(catalogue.networks, id),
          nameIn(catalogue.efficiencyProfiles, id), nameIn(catalogue.stacks, id),
          nameIn(catalogue.purchaseRules, id), nameIn(catalogue.storageTiers, id)}) {
        if (name != nullptr && !name->empty()) {
            return *name;
        }
    }
    return id;
}

/// Hardware that lacks a number format has no rate, which is not a rate of zero.
bool isUnsupported(const Fact& fact) {
    return fact.convention == "unsupported";
}

std::string usedText(const Fact& fact) {
    return isUnsupported(fact) ? translatable("core", "not supported")
                               : quantityText(fact.used, fact.kind);
}

std::string publishedText(const Fact& fact) {
    if (isUnsupported(fact)) {
        return fact.convention;
    }
    std::string text = exactText(fact.published);
    text += fact.unit.empty() ? "" : " " + fact.unit;
    text += fact.convention.empty() ? "" : ", " + fact.convention;
    text += fact.region.empty() ? "" : ", " + fact.region;
    return text;
}

std::string sourceText(const Source& source) {
    std::string text = source.title;
    text += source.date.empty() ? "" : ", " + source.date;
    text += source.via.empty() ? "" : " (via " + source.via + ")";
    return text;
}

Explanation explain(const Derivation& derivation, const Catalogue& catalogue) {
    const FormulaText& formula = formulaText(derivation.formula);
    Explanation explanation{.title = {},
                            .result = {},
                            .expression = formula.expression,
                            .words = formula.words,
                            .formulaSource = std::string(formula.source),
                            .inputs = {},
                            .facts = {},
                            .confidence = {}};
    const auto further = [&explanation](Formula id) {
        if (id != Formula::Sum) {
            explanation.expression += std::string(";  ") + formulaText(id).expression;
            explanation.words += std::string(" ") + formulaText(id).words;
        }
    };
    further(derivation.exposure);
    for (const Input& input : derivation.inputSpan()) {
        further(furtherFormula(input.symbol));
        const SymbolText& symbol = symbolText(input.symbol);
        explanation.inputs.push_back({.letter = symbol.letter,
                                      .meaning = symbol.meaning,
                                      .value = quantityText(input.value, symbol.unit)});
    }
    for (const FactId fact : derivation.factSpan()) {
        explanation.facts.push_back(explainFact(fact, catalogue));
    }
    return explanation;
}

} // namespace

Explanation explainTerm(const Result& result, std::size_t index, const Catalogue& catalogue) {
    if (index >= result.terms.size()) {
        return {};
    }
    const Term& term = result.terms[index];
    Explanation explanation = explain(term.derivation, catalogue);
    const std::string phase = phaseWords(term.phase);
    explanation.title = termLabel(term.name) + (phase.empty() ? "" : ", " + phase);
    explanation.result = termResult(term);
    return explanation;
}

Explanation
explainHeadline(const Result& result, HeadlineNumber number, const Catalogue& catalogue) {
    if (number >= HeadlineNumber::Count) {
        return {};
    }
    Explanation explanation =
        explain(result.derivations[static_cast<std::size_t>(number)], catalogue);
    explanation.title = headlineLabel(number);
    explanation.result = headlineValue(result, number);
    if (result.confidence && restsOnStepTime(number)) {
        explanation.confidence = confidenceLine(*result.confidence);
    }
    return explanation;
}

Explanation explainMemoryPart(const Result& result,
                              std::int64_t stage,
                              MemoryPart part,
                              const Catalogue& catalogue) {
    const auto index = static_cast<std::size_t>(stage);
    if (stage < 0 || index >= result.memoryDerivations.size() || index >= result.stages.size()) {
        return {};
    }
    Explanation explanation =
        explain(result.memoryDerivations[index][static_cast<std::size_t>(part)], catalogue);
    explanation.title = memoryPartLabel(part);
    explanation.result = quantityText(result.stages[index][part].base(), UnitKind::Size) + ", " +
                         fmt::format("stage {}", stage);
    return explanation;
}

ExplainedFact explainFact(FactId id, const Catalogue& catalogue) {
    const Fact& fact = catalogue.fact(id);
    ExplainedFact explained{.id = id, .label = fact.label};
    if (id == FactId::None) {
        return explained;
    }
    explained.label = fmt::format("{}: {}", entryName(catalogue, fact.entry), fact.label);
    explained.published = publishedText(fact);
    explained.used = usedText(fact);
    explained.source = sourceText(fact.source);
    explained.url = fact.source.url;
    explained.why = fact.why;
    explained.note = fact.note;
    explained.own = fact.own;
    for (const FactId rivalId : fact.rivals) {
        const Fact& rival = catalogue.fact(rivalId);
        explained.rivals.push_back({.published = publishedText(rival),
                                    .source = sourceText(rival.source),
                                    .note = rival.note});
    }
    return explained;
}

} // namespace roofplan

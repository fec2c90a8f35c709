#include "core/base/date_text.h"
#include "core/scenario/custom_cluster.h"
#include "core/scenario/field_table.h"
#include "core/scenario/nearest_word.h"
#include "core/units/quantity_text.h"
#include "core/units/unit_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan {

namespace {

/// What a text said: a number, or the key of a choice or a date.
struct Read {
    double number = 0.0;
    std::string key;
};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string{}
                                           : std::string(text.substr(first, last - first + 1));
}

std::string lowered(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return result;
}

/// A limit as people write it: 4096, 1e18.
std::string limitText(double limit, UnitKind unit) {
    if (unit != UnitKind::Count || limit < 1.0) {
        return fmt::format("{:.6g}", limit / unitsOf(unit).front().factor());
    }
    return limit < 1e7 ? fmt::format("{:.0f}", limit) : fmt::format("1e{:.0f}", std::log10(limit));
}

Text allowedNumbers(const Field& field, const char* whole, const char* measure, std::string found) {
    const std::string unit = *field.unitLabel == '\0' ? "" : std::string(" ") + field.unitLabel;
    return {field.type == FieldType::Whole ? whole : measure,
            {std::move(found), limitText(field.minimum, field.unit),
             limitText(field.maximum, field.unit), unit}};
}

Text allowedHint(const Field& field) {
    return allowedNumbers(field, translatable("core", "allowed: a whole number from {1} to {2}"),
                          translatable("core", "allowed: {1} to {2}{3}"), {});
}

/// "0.3" where percent are meant: a share of one, or a part of a percent?
bool isAmbiguousPercent(const Field& field, double number, const std::string& text) {
    return field.unit == UnitKind::Percent && number > 0.0 && number < 0.01 &&
           text.find('%') == std::string::npos;
}

Expected<Read> readNumber(const Field& field, const std::string& text) {
    Expected<double> number = parseQuantity(text, field.unit, field.key);
    if (!number) {
        number.error().front().hint = allowedHint(field);
        return tl::unexpected(number.error());
    }
    const bool isWhole = field.type != FieldType::Whole || *number == std::floor(*number);
    if (!isWhole || *number < field.minimum || *number > field.maximum) {
        return failure(
            {.code = "field.range",
             .place = std::string(field.key),
             .text = allowedNumbers(
                 field, translatable("core", "found {0}; allowed: a whole number from {1} to {2}."),
                 translatable("core", "found {0}; allowed: {1} to {2}{3}."), text)});
    }
    if (isAmbiguousPercent(field, *number, text)) {
        return failure(
            {.code = "number.ambiguous",
             .place = std::string(field.key),
             .text = {translatable("core", "\"{0}\" can mean {1} or {2}; write one of "
                                           "these."),
                      {text, exactText(*number, -2) + " %", exactText(*number, -4) + " %"}}});
    }
    return Read{.number = *number};
}

Expected<Read> readDate(const Field& field, const std::string& text) {
    if (!isDate(text)) {
        return failure({.code = "field.date",
                        .place = std::string(field.key),
                        .text = {translatable("core", "found \"{0}\"; allowed: a date such as "
                                                      "2026-10-31, year, month and day."),
                                 {text}}});
    }
    return Read{.key = text};
}

Expected<Read> readMonth(const Field& field, const std::string& text) {
    static constexpr std::size_t monthLength = 7; // "2026-10"
    if (text.size() < monthLength || !isSourceDate(text)) {
        return failure({.code = "field.date",
                        .place = std::string(field.key),
                        .text = {translatable("core", "found \"{0}\"; allowed: a month such as "
                                                      "2026-10 or a day such as 2026-10-31."),
                                 {text}}});
    }
    return Read{.key = text};
}

Expected<Read> readFlag(const Field& field, const std::string& text) {
    static constexpr std::array<std::string_view, 4> yes{"yes", "true", "on", "1"};
    static constexpr std::array<std::string_view, 4> no{"no", "false", "off", "0"};
    const std::string word = lowered(text);
    const bool isYes = std::ranges::find(yes, word) != yes.end();
    if (!isYes && std::ranges::find(no, word) == no.end()) {
        return failure(
            {.code = "field.flag",
             .place = std::string(field.key),
             .text = {translatable("core", "found \"{0}\"; allowed: yes or no."), {text}}});
    }
    return Read{.number = isYes ? 1.0 : 0.0};
}

/// The keys of the choices in one line, a very long list cut short.
std::string choiceList(const std::vector<Choice>& choices) {
    static constexpr std::size_t mostNamed = 20;
    std::string list;
    for (std::size_t i = 0; i < std::min(choices.size(), mostNamed); ++i) {
        list += (list.empty() ? "" : ", ") + choices[i].key;
    }
    return list + (choices.size() > mostNamed ? ", …" : "");
}

/// The choices that the typed text may have meant: cut short, else mistyped ("p6-b200" for
/// p6-b200.48xlarge).
std::string nearestChoices(const std::string& text, const std::vector<Choice>& choices) {
    static constexpr std::size_t mostOffered = 4;
    const std::string word = lowered(text);
    std::vector<std::string> keys;
    std::vector<Choice> longer;
    for (const Choice& choice : choices) {
        keys.push_back(choice.key);
        if (lowered(choice.key).starts_with(word) || lowered(choice.label).starts_with(word)) {
            longer.push_back(choice);
        }
    }
    if (!word.empty() && !longer.empty() && longer.size() <= mostOffered) {
        return choiceList(longer);
    }
    return nearestWords(text, keys);
}

Diagnostic
noSuchChoice(const Field& field, const std::string& text, const std::vector<Choice>& choices) {
    Diagnostic diagnostic{.code = "field.choice",
                          .place = std::string(field.key),
                          .text = {translatable("core", "found \"{0}\"; allowed: {1}."),
                                   {text, choiceList(choices)}}};
    if (const std::string nearest = nearestChoices(text, choices); !nearest.empty()) {
        diagnostic.hint = {translatable("core", "did you mean {0}?"), {nearest}};
    }
    return diagnostic;
}

Expected<Read>
readChoice(const Field& field, const std::string& text, std::vector<Choice> choices) {
    const std::string word = lowered(text);
    const auto fits = [&](const Choice& choice) {
        return lowered(choice.key) == word || lowered(choice.label) == word ||
               (!word.empty() && choice.alias == word);
    };
    const auto exact = std::ranges::find(choices, text, &Choice::key);
    const auto found = exact != choices.end() ? exact : std::ranges::find_if(choices, fits);
    if (found == choices.end()) {
        return failure(noSuchChoice(field, text, choices));
    }
    return Read{.key = found->key};
}

/// Keys or labels with commas between them; stored without spaces, in the order typed.
Expected<Read>
readSeveral(const Field& field, const std::string& text, const std::vector<Choice>& choices) {
    Read all;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const Expected<Read> one =
            readChoice(field, trimmed(std::string_view(text).substr(from, comma - from)), choices);
        if (!one) {
            return one;
        }
        all.key += (all.key.empty() ? "" : ",") + one->key;
        from = comma + 1;
    }
    return all;
}

Expected<Read> readValue(const Field& field,
                         const std::string& text,
                         const Scenario& scenario,
                         const Catalogue& catalogue) {
    switch (field.type) {
    case FieldType::Whole:
    case FieldType::Measure:
        return readNumber(field, text);
    case FieldType::Flag:
        return readFlag(field, text);
    case FieldType::Date:
        return readDate(field, text);
    case FieldType::Month:
        return readMonth(field, text);
    case FieldType::Several:
        return readSeveral(field, text, field.choices(catalogue, scenario));
    case FieldType::OneOf:
        break;
    }
    return readChoice(field, text, field.choices(catalogue, scenario));
}

bool isWholeNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// "recompute 8" is full recomputation of eight layers of a stage.
Expected<Scenario>
withRecomputedLayers(Scenario scenario, const std::string& layers, const Catalogue& catalogue) {
    Expected<Scenario> next =
        withField(std::move(scenario), *findField("recompute_layers"), layers, catalogue);
    if (!next) {
        next.error().front().place = "recompute";
        return next;
    }
    next->plan.recompute = Recompute::Full;
    return next;
}

} // namespace

Expected<Scenario> withField(Scenario scenario,
                             const Field& field,
                             std::string_view text,
                             const Catalogue& catalogue) {
    const std::string clean = trimmed(text);
    if (clean.empty() && field.optional) {
        field.store(scenario, 0.0, {}, true);
        return scenario;
    }
    if (field.key == "recompute" && isWholeNumber(clean)) {
        return withRecomputedLayers(std::move(scenario), clean, catalogue);
    }
    const Expected<Read> read = readValue(field, clean, scenario, catalogue);
    if (!read) {
        return tl::unexpected(read.error());
    }
    if (field.key == "instance") {
        followInstance(scenario.cluster, read->key, catalogue);
    }
    field.store(scenario, read->number, read->key, false);
    return scenario;
}

Text allowedValues(const Field& field, const Scenario& scenario, const Catalogue& catalogue) {
    switch (field.type) {
    case FieldType::Whole:
    case FieldType::Measure:
        return allowedHint(field);
    case FieldType::Flag:
        return {translatable("core", "allowed: yes or no"), {}};
    case FieldType::Date:
        return {translatable("core", "allowed: a date such as 2026-10-31"), {}};
    case FieldType::Month:
        return {translatable("core", "allowed: a month such as 2026-10 or a day such as "
                                     "2026-10-31"),
                {}};
    case FieldType::Several:
        return {translatable("core", "allowed: one or more of {0}, with commas between"),
                {choiceList(field.choices(catalogue, scenario))}};
    case FieldType::OneOf:
        break;
    }
    return {translatable("core", "allowed: {0}"), {choiceList(field.choices(catalogue, scenario))}};
}

std::string presetText(const Field& field, const Scenario& scenario, const Catalogue& catalogue) {
    const Stack* stack = findEntry(catalogue.stacks, scenario.stack.preset);
    if (stack == nullptr) {
        return {};
    }
    Scenario preset;
    preset.stack.attentionKernel = stack->choices.attentionKernel;
    preset.stack.cudaGraphs = stack->choices.cudaGraphs;
    preset.stack.tensorParallelOverlap = stack->choices.tensorParallelOverlap;
    preset.stack.dataParallelOverlap = stack->choices.dataParallelOverlap;
    preset.stack.expertParallelOverlap = stack->choices.expertParallelOverlap;
    preset.stack.dispatcher = stack->choices.dispatcher;
    preset.stack.contextExchange = stack->choices.contextExchange;
    preset.stack.tokenDrop = stack->choices.tokenDrop;
    preset.stack.date = stack->date;
    return field.group == FieldGroup::Stack ? field.get(preset) : std::string{};
}

} // namespace roofplan

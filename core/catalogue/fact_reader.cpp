#include "core/catalogue/fact_reader.h"

#include "core/base/date_text.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace roofplan {

namespace {

using nlohmann::json;

/// A fact of the file that may turn out wrong; a wrong one still counts as a rival.
struct Candidate {
    Fact fact;
    std::size_t property = 0;
    bool sound = true;
};

std::string textOf(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> numberOf(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) {
        return std::nullopt;
    }
    return found->get<double>();
}

std::string propertyList(std::span<const PropertyRow> rows) {
    std::string list;
    for (const PropertyRow& row : rows) {
        list += (list.empty() ? "" : ", ") + std::string(row.key);
    }
    return list;
}

Diagnostic unknownProperty(const std::string& found,
                           std::span<const PropertyRow> rows,
                           const std::string& place) {
    return {.code = "spec.property",
            .place = place + "/property",
            .text = {translatable("core", "Found property '{0}'; allowed: {1}."),
                     {found, propertyList(rows)}}};
}

Source sourceOf(const json& source) {
    return {.title = textOf(source, "title"),
            .url = textOf(source, "url"),
            .date = textOf(source, "date"),
            .via = textOf(source, "via"),
            .ended = textOf(source, "ended")};
}

std::optional<Source> resolvedSource(const SpecDocument& document,
                                     const std::string& key,
                                     const std::string& place,
                                     Diagnostics& findings) {
    const json& sources = document.json.at("sources");
    if (const auto found = sources.find(key); found != sources.end()) {
        Source source = sourceOf(*found);
        const bool ends = source.ended.empty() || isSourceDate(source.ended);
        if (isSourceDate(source.date) && ends) {
            return source;
        }
        findings.push_back(
            {.code = "spec.date",
             .place = document.place("/sources/" + key + (ends ? "/date" : "/ended")),
             .text = {translatable("core", "Found '{0}'; allowed: a day, a month or a year of the "
                                           "calendar, such as 2026-09-15, 2026-09 or 2026."),
                      {ends ? source.date : source.ended}}});
        return std::nullopt;
    }
    std::string known;
    for (const auto& item : sources.items()) {
        known += (known.empty() ? "" : ", ") + item.key();
    }
    findings.push_back(
        {.code = "spec.source",
         .place = place + "/source",
         .text = {translatable("core", "Found source '{0}'; the sources of this file are: {1}."),
                  {key, known}}});
    return std::nullopt;
}

bool withinLimit(double value, Limit limit) {
    switch (limit) {
    case Limit::NotNegative:
        return value >= 0.0;
    case Limit::Share:
        return value > 0.0 && value <= 1.0;
    case Limit::AtLeastOne:
        return value >= 1.0;
    case Limit::WholeCount:
        return value >= 1.0 && value <= 1e6 && value == std::floor(value);
    case Limit::Positive:
        break;
    }
    return value > 0.0;
}

const char* limitWords(Limit limit) {
    switch (limit) {
    case Limit::NotNegative:
        return translatable("core", "Found {0}; allowed: 0 and more.");
    case Limit::Share:
        return translatable("core", "Found {0}; allowed: above 0, at most 1.");
    case Limit::AtLeastOne:
        return translatable("core", "Found {0}; allowed: 1 and more.");
    case Limit::WholeCount:
        return translatable("core", "Found {0}; allowed: whole numbers from 1 to 1,000,000.");
    case Limit::Positive:
        break;
    }
    return translatable("core", "Found {0}; allowed: numbers above 0.");
}

/// Fills kind, label and `used`; false when the number is not acceptable.
bool normalise(Fact& fact,
               const std::optional<double>& value,
               const PropertyRow& row,
               double gpusPerInstance,
               const std::string& place,
               Diagnostics& findings) {
    fact.label = row.label;
    fact.kind = row.kind;
    const Expected<double> used =
        usedValue({value, fact.unit, fact.convention}, row, gpusPerInstance, place);
    if (!used) {
        findings.insert(findings.end(), used.error().begin(), used.error().end());
        return false;
    }
    fact.used = *used;
    return true;
}

Fact publishedFact(const SpecDocument& document, const json& object, const std::string& place) {
    const auto preferred = object.find("preferred");
    return {.entry = document.stem,
            .property = textOf(object, "property"),
            .published = numberOf(object, "value").value_or(0.0),
            .unit = textOf(object, "unit"),
            .convention = textOf(object, "convention"),
            .preferred = preferred != object.end() && preferred->get<bool>(),
            .why = textOf(object, "why"),
            .note = textOf(object, "note"),
            .region = textOf(object, "region"),
            .standardError = numberOf(object, "standard_error"),
            .low = numberOf(object, "low"),
            .high = numberOf(object, "high"),
            .place = place};
}

std::optional<Candidate> readFact(const SpecDocument& document,
                                  std::size_t index,
                                  std::span<const PropertyRow> rows,
                                  double gpusPerInstance,
                                  Diagnostics& findings) {
    const json& object = document.json.at("facts").at(index);
    const std::string place = document.place("/facts/" + std::to_string(index));
    Candidate candidate{.fact = publishedFact(document, object, place)};
    candidate.fact.own = document.isOwnFact(index);
    const auto row = std::ranges::find(rows, candidate.fact.property, &PropertyRow::key);
    if (row == rows.end()) {
        findings.push_back(unknownProperty(candidate.fact.property, rows, place));
        return std::nullopt;
    }
    candidate.property = static_cast<std::size_t>(row - rows.begin());
    const std::optional<double> value = numberOf(object, "value");
    candidate.sound = normalise(candidate.fact, value, *row, gpusPerInstance, place, findings);
    const std::optional<Source> source =
        resolvedSource(document, textOf(object, "source"), place, findings);
    candidate.sound = candidate.sound && source;
    candidate.fact.source = source.value_or(Source{});
    return candidate;
}

using Members = std::vector<Candidate*>;

bool sameClaim(const Fact& a, const Fact& b) {
    return a.published == b.published && a.unit == b.unit && a.convention == b.convention &&
           a.source == b.source;
}

bool noneTwice(const Members& members, Diagnostics& findings) {
    bool unique = true;
    for (std::size_t i = 1; i < members.size(); ++i) {
        const auto before = std::span(members).first(i);
        const auto same = std::ranges::find_if(
            before, [&](const Candidate* m) { return sameClaim(m->fact, members[i]->fact); });
        if (same != before.end()) {
            unique = false;
            findings.push_back(
                {.code = "spec.duplicate",
                 .place = members[i]->fact.place,
                 .text = {translatable("core", "The same fact stands already at {0}."),
                          {(*same)->fact.place}}});
        }
    }
    return unique;
}

bool onePreferred(const Members& members, Diagnostics& findings) {
    if (members.size() == 1) {
        members.front()->fact.preferred = true;
        return true;
    }
    std::string places;
    int preferred = 0;
    for (const Candidate* const member : members) {
        if (member->fact.preferred) {
            ++preferred;
            places += (places.empty() ? "" : ", ") + member->fact.place;
        }
    }
    if (preferred == 1) {
        return true;
    }
    const Fact& first = members.front()->fact;
    const std::string count = std::to_string(members.size());
    Diagnostic wrong{.code = "spec.preferred", .place = first.place};
    wrong.text =
        preferred == 0
            ? Text{translatable("core",
                                "None of the {0} facts of '{1}' is preferred; exactly one has to "
                                "be."),
                   {count, first.property}}
            : Text{translatable("core",
                                "Several of the {0} facts of '{1}' are preferred ({2}); exactly "
                                "one has to be."),
                   {count, first.property, places}};
    findings.push_back(std::move(wrong));
    return false;
}

/// The members' facts at the end of `facts`, each knowing the others; the id of the preferred one.
FactId append(const Members& members, std::vector<Fact>& facts) {
    const auto first = static_cast<std::int32_t>(facts.size());
    const auto count = static_cast<std::int32_t>(members.size());
    FactId chosen = FactId::None;
    for (std::int32_t i = 0; i < count; ++i) {
        Fact& fact = members[static_cast<std::size_t>(i)]->fact;
        for (std::int32_t other = 0; other < count; ++other) {
            if (other != i) {
                fact.rivals.push_back(FactId(first + other));
            }
        }
        if (fact.preferred) {
            chosen = FactId(first + i);
        }
        facts.push_back(std::move(fact));
    }
    return chosen;
}

std::vector<std::string> regionsOf(const Members& members) {
    std::vector<std::string> regions;
    for (const Candidate* const member : members) {
        if (std::ranges::find(regions, member->fact.region) == regions.end()) {
            regions.push_back(member->fact.region);
        }
    }
    return regions;
}

Members membersOf(std::vector<Candidate>& candidates, std::size_t property) {
    Members members;
    for (Candidate& candidate : candidates) {
        if (candidate.property == property) {
            members.push_back(&candidate);
        }
    }
    return members;
}

} // namespace

Expected<double> usedValue(const Published& published,
                           const PropertyRow& row,
                           double gpusPerInstance,
                           const std::string& place) {
    const Expected<double> used =
        normalised(published, row.kind, row.conventions, gpusPerInstance, place);
    if (used && published.value && !withinLimit(*used, row.limit)) {
        return failure({.code = "spec.value",
                        .place = place + "/value",
                        .text = {limitWords(row.limit), {exactText(*published.value)}}});
    }
    return used;
}

std::vector<FactGroup> readFacts(const SpecDocument& document,
                                 std::span<const PropertyRow> rows,
                                 double gpusPerInstance,
                                 std::vector<Fact>& facts,
                                 Diagnostics& findings) {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < document.json.at("facts").size(); ++i) {
        if (auto candidate = readFact(document, i, rows, gpusPerInstance, findings)) {
            candidates.push_back(std::move(*candidate));
        }
    }
    std::vector<FactGroup> groups;
    for (std::size_t property = 0; property < rows.size(); ++property) {
        const Members all = membersOf(candidates, property);
        if (all.empty() && rows[property].required) {
            findings.push_back({.code = "spec.missing",
                                .place = document.place("/facts"),
                                .text = {translatable("core", "There is no fact of '{0}' ({1})."),
                                         {std::string(rows[property].key), rows[property].label}}});
        }
        for (const std::string& region : regionsOf(all)) {
            Members members = all;
            std::erase_if(members, [&](const Candidate* m) { return m->fact.region != region; });
            const bool unique = noneTwice(members, findings);
            const bool chosen = onePreferred(members, findings);
            if (unique && chosen && std::ranges::all_of(members, &Candidate::sound)) {
                groups.push_back({property, region, append(members, facts)});
            }
        }
    }
    return groups;
}

std::vector<AbsentFigure> readAbsent(const SpecDocument& document,
                                     std::span<const PropertyRow> rows,
                                     std::span<const FactGroup> groups,
                                     Diagnostics& findings) {
    std::vector<AbsentFigure> figures;
    const json list = document.json.value("absent", json::array());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = document.place("/absent/" + std::to_string(i));
        AbsentFigure figure{.entry = document.stem,
                            .property = textOf(list[i], "property"),
                            .region = textOf(list[i], "region"),
                            .state = textOf(list[i], "state") == "none" ? Absence::None
                                                                        : Absence::Unknown,
                            .why = textOf(list[i], "why"),
                            .place = place};
        const auto row = std::ranges::find(rows, figure.property, &PropertyRow::key);
        if (row == rows.end()) {
            findings.push_back(unknownProperty(figure.property, rows, place));
            continue;
        }
        figure.label = row->label;
        const auto index = static_cast<std::size_t>(row - rows.begin());
        const bool stated = std::ranges::any_of(groups, [&](const FactGroup& group) {
            return group.property == index &&
                   (figure.region.empty() || figure.region == group.region);
        });
        if (stated) {
            findings.push_back({.code = "spec.absent",
                                .place = place,
                                .text = {translatable("core", "'{0}' is said to be absent, and "
                                                              "there is a fact of it."),
                                         {figure.property}}});
        }
        if (auto source = resolvedSource(document, textOf(list[i], "source"), place, findings)) {
            figure.source = std::move(*source);
            figures.push_back(std::move(figure));
        }
    }
    return figures;
}

} // namespace roofplan

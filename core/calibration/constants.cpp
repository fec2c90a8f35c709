#include "core/calibration/constants.h"

#include "core/base/json_text.h"
#include "core/calibration/row_reader.h"
#include "core/catalogue/property_tables.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

/// The fact of a property of an entry that the model uses.
FactId usedFact(const Catalogue& catalogue, std::string_view entry, std::string_view property) {
    FactId found = FactId::None;
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        const Fact& fact = catalogue.facts[i];
        if (fact.entry == entry && fact.property == property &&
            (found == FactId::None || fact.preferred)) {
            found = static_cast<FactId>(i);
        }
    }
    return found;
}

template <typename Entry>
std::size_t indexOf(std::span<const Property<Entry>> table, std::string_view key) {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [key](const Property<Entry>& p) { return p.row.key == key; });
    return static_cast<std::size_t>(found - table.begin());
}

template <typename Entry>
std::size_t indexOf(const std::vector<Entry>& entries, std::string_view id) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [id](const Entry& e) { return e.id == id; });
    return static_cast<std::size_t>(found - entries.begin());
}

/// Brings a changed fact to the member that it fills.
void store(Catalogue& catalogue, const ConstantTarget& target) {
    const Fact& fact = catalogue.fact(target.fact);
    if (target.stack) {
        stackProperties()[target.property].store(catalogue.stacks[target.entry], fact, target.fact);
    } else {
        efficiencyProperties()[target.property].store(catalogue.efficiencyProfiles[target.entry],
                                                      fact, target.fact);
    }
}

const json& member(const json& object, const char* key) {
    static const json none;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found == object.end() ? none : *found;
}

std::vector<std::string> texts(const json& list) {
    std::vector<std::string> all;
    if (list.is_string()) {
        all.push_back(list.get<std::string>());
    }
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
        if (list[i].is_string()) {
            all.push_back(list[i].get<std::string>());
        }
    }
    return all;
}

/// The ids that "*" stands for.
std::vector<std::string> everyEntry(const Catalogue& catalogue, bool stack) {
    std::vector<std::string> ids;
    for (const Stack& entry : catalogue.stacks) {
        if (stack) {
            ids.push_back(entry.id);
        }
    }
    for (const EfficiencyProfile& entry : catalogue.efficiencyProfiles) {
        if (!stack) {
            ids.push_back(entry.id);
        }
    }
    return ids;
}

class ConstantReader {
public:
    ConstantReader(const Catalogue& catalogue, std::string place)
        : m_catalogue(catalogue), m_place(std::move(place)) {}

    FittedConstant read(const json& from, Diagnostics& findings) {
        RowReader row(from, m_place);
        FittedConstant constant;
        constant.name = row.text("name");
        const std::string kind = row.text("kind");
        constant.stack = kind == "stack";
        if (!kind.empty() && kind != "stack" && kind != "efficiency") {
            row.report("kind",
                       {translatable("core", "found {0}, allowed: efficiency, stack"), {kind}});
        }
        constant.entries = texts(member(from, "entries"));
        constant.properties = texts(member(from, "properties"));
        constant.deviation = row.number("deviation").value_or(constant.deviation);
        constant.low = row.number("low").value_or(constant.low);
        constant.high = row.number("high").value_or(constant.high);
        constant.sourced = row.number("sourced");
        if (constant.low >= constant.high) {
            row.report("low",
                       {translatable("core", "found {0}, allowed: less than high, {1}"),
                        {fmt::format("{:g}", constant.low), fmt::format("{:g}", constant.high)}});
        }
        if (constant.entries == std::vector<std::string>{"*"}) {
            constant.entries = everyEntry(m_catalogue, constant.stack);
        }
        if (constant.entries.empty() || constant.properties.empty()) {
            row.report("properties",
                       {translatable("core", "a constant needs entries and properties"), {}});
        }
        for (const std::string& entry : constant.entries) {
            for (const std::string& property : constant.properties) {
                const FactId fact = usedFact(m_catalogue, entry, property);
                if (fact == FactId::None) {
                    row.report("properties",
                               {translatable("core", "{0} has no {1}"), {entry, property}});
                } else if (constant.unit.empty()) {
                    constant.unit = m_catalogue.fact(fact).unit;
                }
            }
        }
        findings.insert(findings.end(), row.findings().begin(), row.findings().end());
        return constant;
    }

private:
    const Catalogue& m_catalogue;
    std::string m_place;
};

/// A fact that two constants move would have two values.
void reportRepeats(const std::vector<FittedConstant>& constants,
                   const std::string& fileName,
                   Diagnostics& findings) {
    std::map<std::pair<std::string, std::string>, std::string> movedBy;
    for (std::size_t i = 0; i < constants.size(); ++i) {
        for (const std::string& entry : constants[i].entries) {
            for (const std::string& property : constants[i].properties) {
                const auto [first, isNew] =
                    movedBy.try_emplace({entry, property}, constants[i].name);
                if (!isNew) {
                    findings.push_back(
                        {.code = "constants.repeated",
                         .place = fileName + "#/constants/" + std::to_string(i),
                         .text = {translatable("core", "{0} of {1} stands in '{2}' already; "
                                                       "allowed: in one constant"),
                                  {property, entry, first->second}}});
                }
            }
        }
    }
}

} // namespace

Expected<std::vector<FittedConstant>>
readConstants(std::string_view text, std::string_view fileName, const Catalogue& catalogue) {
    const Expected<json> parsed = parseJsonText(text, fileName, "constants.no_json");
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    const json& list =
        parsed->is_object() && parsed->contains("constants") ? (*parsed)["constants"] : *parsed;
    Diagnostics findings;
    std::vector<FittedConstant> constants;
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
        const std::string place = std::string(fileName) + "#/constants/" + std::to_string(i);
        constants.push_back(ConstantReader(catalogue, place).read(list[i], findings));
    }
    reportRepeats(constants, std::string(fileName), findings);
    if (constants.empty()) {
        findings.push_back({Severity::Error,
                            "constants.none",
                            std::string(fileName),
                            {translatable("core", "holds no list of constants"), {}},
                            {}});
    }
    if (!findings.empty()) {
        return tl::unexpected(std::move(findings));
    }
    return constants;
}

void forgetOwnCalibration(Catalogue& catalogue) {
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        Fact& fact = catalogue.facts[i];
        if (!fact.own || !fact.preferred || fact.source.via != calibrationVia) {
            continue;
        }
        for (const FactId id : fact.rivals) {
            const Fact& rival = catalogue.fact(id);
            if (!rival.own) {
                fact.used = rival.used;
                fact.published = rival.published;
            }
        }
        const auto id = static_cast<FactId>(i);
        const std::size_t stack = indexOf(catalogue.stacks, fact.entry);
        const std::size_t profile = indexOf(catalogue.efficiencyProfiles, fact.entry);
        if (stack < catalogue.stacks.size()) {
            store(catalogue, {id, stack, indexOf(stackProperties(), fact.property), true});
        } else if (profile < catalogue.efficiencyProfiles.size()) {
            store(catalogue, {id, profile, indexOf(efficiencyProperties(), fact.property), false});
        }
    }
}

ConstantSet::ConstantSet(std::vector<FittedConstant> constants, Catalogue& catalogue)
    : m_constants(std::move(constants)), m_original(catalogue.facts), m_catalogue(catalogue) {
    for (const FittedConstant& constant : m_constants) {
        std::vector<ConstantTarget>& targets = m_targets.emplace_back();
        for (const std::string& entry : constant.entries) {
            for (const std::string& property : constant.properties) {
                targets.push_back(
                    {.fact = usedFact(catalogue, entry, property),
                     .entry = constant.stack ? indexOf(catalogue.stacks, entry)
                                             : indexOf(catalogue.efficiencyProfiles, entry),
                     .property = constant.stack ? indexOf(stackProperties(), property)
                                                : indexOf(efficiencyProperties(), property),
                     .stack = constant.stack});
            }
        }
    }
}

ConstantSet::ConstantSet(const ConstantSet& other, Catalogue& catalogue)
    : m_constants(other.m_constants),
      m_targets(other.m_targets),
      m_original(other.m_original),
      m_catalogue(catalogue) {}

std::vector<Prior> ConstantSet::priors(PriorAt at) const {
    std::vector<Prior> priors;
    for (std::size_t i = 0; i < m_constants.size(); ++i) {
        const FittedConstant& constant = m_constants[i];
        const double now = value(i, 0.0);
        const double sourced = constant.sourced.value_or(now);
        const double low = std::log(constant.low * sourced / now);
        const double high = std::log(constant.high * sourced / now);
        priors.push_back({.mean = at == PriorAt::Sourced ? std::log(sourced / now) : 0.0,
                          .deviation = constant.deviation,
                          .low = low,
                          .high = high});
    }
    return priors;
}

void ConstantSet::apply(const std::vector<double>& logFactors) {
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        const double factor = std::exp(logFactors[i]);
        for (const ConstantTarget& target : m_targets[i]) {
            const Fact& original = m_original[static_cast<std::size_t>(target.fact)];
            Fact& fact = m_catalogue.facts[static_cast<std::size_t>(target.fact)];
            fact.used = original.used * factor;
            fact.published = original.published * factor;
            store(m_catalogue, target);
        }
    }
}

double ConstantSet::value(std::size_t index, double logFactor) const {
    const Fact& original = m_original[static_cast<std::size_t>(m_targets[index].front().fact)];
    return original.published * std::exp(logFactor);
}

} // namespace roofplan

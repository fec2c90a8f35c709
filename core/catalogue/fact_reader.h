// Reads the "sources" and "facts" of a spec file by a table of properties: which exist, in which
// units and conventions, and where the number goes.
#pragma once

#include "core/catalogue/catalogue.h"
#include "core/catalogue/conventions.h"
#include "core/catalogue/spec_document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// What a number may be.
enum class Limit {
    Positive,
    NotNegative,
    Share, ///< above 0, at most 1
    AtLeastOne,
    WholeCount, ///< 1, 2, 3…
};

/// What is known of a property without its entry's type.
struct PropertyRow {
    std::string_view key;
    const char* label = "";
    UnitKind kind = UnitKind::Ratio;
    ConventionSet conventions = ConventionSet::None;
    Limit limit = Limit::Positive;
    bool required = true;
};

/// A property with the way into its entry.
template <typename Entry>
struct Property {
    PropertyRow row;
    void (*store)(Entry&, const Fact&, FactId);
};

/// The facts of one property (and region), and the one of them that the model uses.
struct FactGroup {
    std::size_t property = 0; ///< index of the row
    std::string region;
    FactId chosen = FactId::None;
};

/// A published number of a property as the model uses it. Fails with "spec.unit",
/// "spec.convention" or "spec.value"; `place` is the fact's.
[[nodiscard]] Expected<double> usedValue(const Published& published,
                                         const PropertyRow& row,
                                         double gpusPerInstance,
                                         const std::string& place);

/// Appends the facts of `document` to `facts`, each with its rivals, and returns the groups in the
/// order of the table. Whatever is wrong goes to `findings`; a group with a wrong fact is left out.
[[nodiscard]] std::vector<FactGroup> readFacts(const SpecDocument& document,
                                               std::span<const PropertyRow> rows,
                                               double gpusPerInstance,
                                               std::vector<Fact>& facts,
                                               Diagnostics& findings);

/// The figures that `document` says are absent. One that `groups`, the facts read of it, holds a
/// figure of is a contradiction.
[[nodiscard]] std::vector<AbsentFigure> readAbsent(const SpecDocument& document,
                                                   std::span<const PropertyRow> rows,
                                                   std::span<const FactGroup> groups,
                                                   Diagnostics& findings);

/// Reads the facts of `document` into `entry`; what it says is absent goes to `absent`, if given.
template <typename Entry>
void readProperties(const SpecDocument& document,
                    std::span<const Property<Entry>> table,
                    double gpusPerInstance,
                    Entry& entry,
                    std::vector<Fact>& facts,
                    Diagnostics& findings,
                    std::vector<AbsentFigure>* absent = nullptr) {
    std::vector<PropertyRow> rows;
    rows.reserve(table.size());
    for (const Property<Entry>& property : table) {
        rows.push_back(property.row);
    }
    const auto groups = readFacts(document, rows, gpusPerInstance, facts, findings);
    for (const FactGroup& group : groups) {
        const Fact& fact = facts[static_cast<std::size_t>(group.chosen)];
        table[group.property].store(entry, fact, group.chosen);
    }
    if (absent != nullptr) {
        const auto figures = readAbsent(document, rows, groups, findings);
        absent->insert(absent->end(), figures.begin(), figures.end());
    }
}

} // namespace roofplan

// Each editable field of a scenario, named once: editors, command-line flags, batch columns,
// project keys and help all come from this table.
#pragma once

#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/scenario/scenario.h"
#include "core/units/unit_kind.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

enum class FieldGroup { Cluster, Workload, Stack, Plan };

enum class FieldType {
    Whole,   ///< a count ≥ minimum
    Measure, ///< a number ≥ minimum with a unit
    OneOf,   ///< one of choices()
    Several, ///< some of choices(), joined by commas
    Flag,    ///< yes or no
    Date,    ///< a day, "2026-10-31"
    Month,   ///< a month, "2026-10", or a day
};

struct Choice {
    std::string key;
    std::string label;
    const char* note = "";  ///< what is remarked beside the label: "no price known"
    const char* alias = ""; ///< another word for the key, read but never written
};

struct Field {
    std::string_view key;  ///< "global_batch"; the flag is --global-batch
    const char* label;     ///< "Global batch"
    const char* unitLabel; ///< "sequences", empty where there is none
    const char* help;      ///< one sentence
    FieldGroup group;
    FieldType type;
    UnitKind unit = UnitKind::Count;
    double minimum = 1.0; ///< of Whole and Measure, in the base unit
    double maximum = 1e12;
    bool optional = false; ///< an empty text is allowed: none, "derived" or "as the preset says"

    /// The value as text that set() reads back to the same scenario; empty for an absent optional.
    std::string (*get)(const Scenario&);
    /// Stores a value that parse() has accepted; `number` for Whole, Measure and Flag, `key` for
    /// OneOf, Several, Date and Month.
    void (*store)(Scenario&, double number, std::string_view key, bool absent);
    /// The allowed values of a OneOf or Several, given what the catalogue holds and what else is
    /// chosen.
    std::vector<Choice> (*choices)(const Catalogue&, const Scenario&);
    /// Whether the field means anything given what else is chosen; null for always. What it holds
    /// stays while it does not.
    bool (*applies)(const Scenario&);
    /// Whether it means anything for the chosen model; null for every model.
    bool (*appliesToModel)(const Transformer&);
    const char* appliesWith = ""; ///< when it does: "with the price plan own"
};

/// As far as the scenario alone tells.
[[nodiscard]] inline bool fieldApplies(const Field& field, const Scenario& scenario) {
    return field.applies == nullptr || field.applies(scenario);
}

/// Of a model that the catalogue does not know every field is asked.
[[nodiscard]] bool
fieldApplies(const Field& field, const Scenario& scenario, const Catalogue& catalogue);

[[nodiscard]] std::span<const Field> fieldTable();

/// The field of that key, or null.
[[nodiscard]] const Field* findField(std::string_view key);

/// `scenario` with `text` typed into `field`. A custom cluster that nobody has described yet starts
/// as the instances that stood before it, and instances that follow one hold as many GPUs. Fails
/// with one diagnostic whose place is the field's key and which says what was found and what is
/// allowed; the scenario is then unchanged.
[[nodiscard]] Expected<Scenario>
withField(Scenario scenario, const Field& field, std::string_view text, const Catalogue& catalogue);

/// "allowed: a whole number from 1 to 1e9", "allowed: yes or no", "allowed: a date such as
/// 2026-10-31" or the keys of the choices.
[[nodiscard]] Text
allowedValues(const Field& field, const Scenario& scenario, const Catalogue& catalogue);

/// What stands where an optional field of the stack is left empty: the preset's value, as text.
/// Empty for a field whose value is derived from others, and where the preset is unknown.
[[nodiscard]] std::string
presetText(const Field& field, const Scenario& scenario, const Catalogue& catalogue);

/// The keys of the table that come nearest to `key`, joined by ", ", for "did you mean"; empty when
/// none is near.
[[nodiscard]] std::string nearestKey(std::string_view key);

} // namespace roofplan

// A number about the world: as published, with its unit, convention and source; and as the model
// uses it.
#pragma once

#include "core/units/quantity.h"
#include "core/units/unit_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofplan {

/// Index into Catalogue::facts.
enum class FactId : std::int32_t { None = -1 };

/// A value together with the fact it came from.
template <typename Q>
struct Sourced {
    Q value{};
    FactId fact = FactId::None;

    bool operator==(const Sourced&) const = default;
};

struct Source {
    std::string title;
    std::string url;
    std::string date;  ///< of the figure, "2026-09-15", "2026-08" or "2026"
    std::string via;   ///< through whom it was read, empty when at first hand
    std::string ended; ///< last day or month of a price list, empty where it is not known to end

    bool operator==(const Source&) const = default;
};

struct Fact {
    std::string entry;      ///< id of the catalogue entry, "h200-sxm"
    std::string property;   ///< key, "hbm_bandwidth"
    std::string label;      ///< the property in words, "HBM bandwidth"
    double published = 0.0; ///< as printed at the source
    std::string unit;       ///< as printed, "TB/s"
    std::string convention; ///< as printed: "dense", "sparse", "bidirectional", "per_instance"…
    UnitKind kind = UnitKind::Ratio;
    double used = 0.0; ///< in the base unit and in the model's convention
    Source source;
    bool preferred = false; ///< the one the model uses among its rivals
    std::string why;        ///< why preferred
    std::string note;
    std::string region;                  ///< prices only
    std::optional<double> standardError; ///< in the published unit
    std::optional<double> low;           ///< sensible range, published unit
    std::optional<double> high;
    std::string place;          ///< "gpus/h200-sxm.json#/facts/3"
    bool own = false;           ///< from the user's own folder, not shipped
    std::vector<FactId> rivals; ///< other sources for the same property

    bool operator==(const Fact&) const = default;
};

} // namespace roofplan

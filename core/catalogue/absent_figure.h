// A figure that is known not to exist, or that was looked for and not found: said instead of left
// unsaid, so that nobody takes it for zero or for an oversight.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

/// A thing that there is none of, or one that there is and nobody found the figure of.
enum class Absence { None, Unknown };

struct AbsentFigure {
    std::string entry;    ///< id of the catalogue entry, "p5e.48xlarge"
    std::string property; ///< key, "on_demand"
    std::string label;    ///< the property in words
    std::string region;   ///< empty for all
    Absence state = Absence::Unknown;
    std::string why;
    Source source;
    std::string place; ///< "prices/p5e.48xlarge.json#/absent/0"

    bool operator==(const AbsentFigure&) const = default;
};

} // namespace roofplan

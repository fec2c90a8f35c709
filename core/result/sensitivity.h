// How much each number that an answer rests on moves each number on top: elasticities.
#pragma once

#include "core/catalogue/fact.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace roofplan {

/// Numbers on top that are moved.
enum class MovedNumber : std::uint8_t {
    StepTime,
    TokensPerSecond, ///< in all and a GPU alike
    Mfu,
    TimeToTrain,
    Cost,
    MemoryPeak,
    ExposedCommunication,
    Count,
};

/// Its name in the headline of the machine contract: "step_time_s".
[[nodiscard]] std::string_view movedNumberKey(MovedNumber number);
[[nodiscard]] const char* movedNumberLabel(MovedNumber number);

/// d ln(number) / d ln(fact), by differences of the same evaluation: −0.8 says that a fact 1 %
/// larger makes the number 0.8 % smaller.
struct Elasticity {
    enum class Shape : std::uint8_t {
        Smooth,
        Kink,     ///< another limb of a maximum binds, or another stage: the two sides differ
        Jump,     ///< a count that is rounded changes just there: `value` is of the other side
        OneSided, ///< the fact cannot be varied the other way
    };

    double value = 0.0; ///< mean of both sides where there are both
    double below = 0.0; ///< of a smaller fact
    double above = 0.0; ///< of a larger one
    Shape shape = Shape::Smooth;

    /// By how much it moves the number, whatever the direction: the steeper side of a kink.
    [[nodiscard]] double strength() const;

    bool operator==(const Elasticity&) const = default;
};

/// Why a fact has no elasticities.
enum class NotVaried : std::uint8_t {
    Varied,
    Whole,       ///< a whole number that decides the cluster, and with it the plan
    TermsOfSale, ///< whole hours and days that hang together
    Zero,        ///< nothing is a percent more
    Elsewhere,   ///< no entry that the scenario points to holds it
};

[[nodiscard]] std::string_view notVariedKey(NotVaried reason);
[[nodiscard]] const char* notVariedWords(NotVaried reason);

struct FactSensitivity {
    FactId fact = FactId::None;
    std::string_view field; ///< key of the scenario's field where the user gave the number
    double value = 0.0;     ///< as the model uses it, in the base unit
    UnitKind kind = UnitKind::Ratio;
    NotVaried notVaried = NotVaried::Varied;
    double step = 0.0; ///< by which it was varied, a share of the value
    /// By MovedNumber; absent where the answer has no such number.
    std::array<std::optional<Elasticity>, static_cast<std::size_t>(MovedNumber::Count)> of;
    /// The value at which the plan stops fitting into memory, or begins to; absent where none is
    /// near.
    std::optional<double> fitLimit;

    [[nodiscard]] const std::optional<Elasticity>& on(MovedNumber number) const {
        return of[static_cast<std::size_t>(number)];
    }

    /// Whether it moves any number at all.
    [[nodiscard]] bool moves() const;

    bool operator==(const FactSensitivity&) const = default;
};

struct Sensitivity {
    bool feasible = true;       ///< of a plan that does not fit only the memory is answered
    bool billedInSteps = false; ///< the cost is of whole hours or days, and stands still in between
    std::vector<FactSensitivity> facts; ///< each that the answer used, in the catalogue's order

    bool operator==(const Sensitivity&) const = default;
};

/// What would move `number`, most of all first; without what does not.
[[nodiscard]] std::vector<const FactSensitivity*> ranked(const Sensitivity& sensitivity,
                                                         MovedNumber number);

} // namespace roofplan

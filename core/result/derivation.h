// Where a number comes from, as ids: the formula, the numbers put in, the catalogue facts behind
// them. Flat and small, so that recording one costs nanoseconds; explanation.h turns it into words.
#pragma once

#include "core/catalogue/fact.h"
#include "core/result/formula.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace roofplan {

struct Input {
    Symbol symbol{};
    double value = 0.0; ///< in the base unit of the symbol

    bool operator==(const Input&) const = default;
};

struct Derivation {
    static constexpr std::size_t mostInputs = 20;
    static constexpr std::size_t mostFacts = 28; ///< host launches of a layer have the most

    Formula formula = Formula::Sum;
    Formula exposure = Formula::Sum; ///< how much of it the critical path sees; Sum where all of it
    std::uint8_t inputCount = 0;
    std::uint8_t factCount = 0;
    std::array<Input, mostInputs> inputs{};
    std::array<FactId, mostFacts> facts{};

    Derivation() = default;

    Derivation(Formula id,
               std::initializer_list<Input> numbers,
               std::initializer_list<FactId> sources)
        : formula(id) {
        for (const Input& input : numbers) {
            add(input.symbol, input.value);
        }
        for (const FactId fact : sources) {
            add(fact);
        }
    }

    void add(Symbol symbol, double value) {
        assert(inputCount < mostInputs);
        inputs[inputCount++] = {symbol, value};
    }

    /// FactId::None (a number the user gave) is left out.
    void add(FactId fact) {
        if (fact == FactId::None) {
            return;
        }
        assert(factCount < mostFacts);
        facts[factCount++] = fact;
    }

    /// The same where it may already be there.
    void addOnce(FactId fact) {
        for (const FactId known : factSpan()) {
            if (known == fact) {
                return;
            }
        }
        add(fact);
    }

    [[nodiscard]] std::span<const Input> inputSpan() const { return {inputs.data(), inputCount}; }

    [[nodiscard]] std::span<const FactId> factSpan() const { return {facts.data(), factCount}; }

    bool operator==(const Derivation&) const = default;
};

} // namespace roofplan

// Which constants of the catalogue a calibration may move, and how far.
#pragma once

#include "core/base/expected.h"
#include "core/calibration/least_squares.h"
#include "core/catalogue/catalogue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofplan {

/// A physical constant: one factor on properties that stand for the same thing in several entries.
struct FittedConstant {
    std::string name;                    ///< "GEMM ceiling, 16-bit, Ampere"
    bool stack = false;                  ///< of stacks, else of efficiency profiles
    std::vector<std::string> entries;    ///< ids
    std::vector<std::string> properties; ///< the first of the first entry is the one reported
    double deviation = 0.1;              ///< relative, of what its source allows
    double low = 0.5;                    ///< of the factor on the sourced value
    double high = 2.0;
    std::string unit; ///< as the reported property is published
    /// The reported property before any fit, where the catalogue holds a fitted one.
    std::optional<double> sourced;
};

/// A fact that a constant moves.
struct ConstantTarget {
    FactId fact = FactId::None;
    std::size_t entry = 0; ///< index among the stacks or efficiency profiles
    std::size_t property = 0;
    bool stack = false;
};

/// Fails with the place in `fileName` of what is wrong. An entry or property that the catalogue
/// lacks is wrong too.
[[nodiscard]] Expected<std::vector<FittedConstant>>
readConstants(std::string_view text, std::string_view fileName, const Catalogue& catalogue);

/// `via` of the source of each figure that a calibration wrote.
inline constexpr std::string_view calibrationVia = "roofplan-cli calibrate";

/// Puts the shipped figures back where the user's own ones come from an earlier calibration, so
/// that the same rows give the same fit again.
void forgetOwnCalibration(Catalogue& catalogue);

/// What is believed of a constant before the rows are seen.
enum class PriorAt {
    Sourced,  ///< what its source says, whatever was fitted since
    Catalogue ///< what the catalogue holds: for rows that the shipped fit has not seen
};

/// Constants of a catalogue as numbers that a fit can move: logarithms of factors on what the
/// catalogue held at first.
class ConstantSet {
public:
    /// `catalogue` outlives the set and is what apply() changes.
    ConstantSet(std::vector<FittedConstant> constants, Catalogue& catalogue);

    /// The same on a copy of that catalogue as it is now.
    ConstantSet(const ConstantSet& other, Catalogue& catalogue);

    [[nodiscard]] const std::vector<FittedConstant>& constants() const { return m_constants; }

    [[nodiscard]] const std::vector<ConstantTarget>& targets(std::size_t index) const {
        return m_targets[index];
    }

    /// A fact as the catalogue held it at first.
    [[nodiscard]] const Fact& original(FactId fact) const {
        return m_original[static_cast<std::size_t>(fact)];
    }

    /// In the logarithm of the factor; 0 is what the catalogue held at first.
    [[nodiscard]] std::vector<Prior> priors(PriorAt at) const;

    /// Writes the constants into the catalogue.
    void apply(const std::vector<double>& logFactors);

    /// The reported property of constant `index` as published, at `logFactor`.
    [[nodiscard]] double value(std::size_t index, double logFactor) const;

private:
    std::vector<FittedConstant> m_constants;
    std::vector<std::vector<ConstantTarget>> m_targets; ///< [constants]
    std::vector<Fact> m_original;                       ///< facts as they were
    Catalogue& m_catalogue;
};

} // namespace roofplan

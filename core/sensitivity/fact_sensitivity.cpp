#include "core/sensitivity/fact_sensitivity.h"

#include "core/base/function_ref.h"
#include "core/evaluate/evaluate.h"
#include "core/result/facts_used.h"
#include "core/sensitivity/scenario_copy.h"

#include <cmath>
#include <limits>

namespace roofplan {

namespace {

constexpr auto numberCount = static_cast<std::size_t>(MovedNumber::Count);
constexpr double relativeStep = 1e-3;
constexpr double refinement = 8.0; ///< how much smaller the steps are that look closer

using Logarithms = std::array<double, numberCount>; ///< of numbers; NaN where there is none

double logarithm(double number) {
    return number > 0.0 ? std::log(number) : std::numeric_limits<double>::quiet_NaN();
}

Logarithms logarithms(const Headline& h, bool feasible) {
    Logarithms all;
    all.fill(std::numeric_limits<double>::quiet_NaN());
    const auto set = [&all](MovedNumber number, double value) {
        all[static_cast<std::size_t>(number)] = logarithm(value);
    };
    set(MovedNumber::MemoryPeak, h.memoryPeak.base());
    if (feasible) {
        set(MovedNumber::StepTime, h.stepTime.base());
        set(MovedNumber::TokensPerSecond, h.tokensPerSecond.base());
        set(MovedNumber::Mfu, h.mfu);
        set(MovedNumber::TimeToTrain, h.timeToTrain.base());
        set(MovedNumber::Cost, h.cost ? h.cost->base() : 0.0);
        set(MovedNumber::ExposedCommunication, h.exposedCommunication.base());
    }
    return all;
}

/// A number that the answer rests on, as something that can be turned.
struct Knob {
    double value = 0.0;
    Limit limit = Limit::Positive;
    FunctionRef<void(double value)> turn;

    [[nodiscard]] bool allows(double other) const {
        return other > 0.0 && (limit != Limit::Share || other <= 1.0) &&
               (limit != Limit::AtLeastOne || other >= 1.0);
    }
};

class Differences {
public:
    Differences(const ScenarioCopy& copy, const Headline& base, bool feasible)
        : m_copy(copy),
          m_feasible(feasible),
          m_base(logarithms(base, feasible)),
          m_excess((base.memoryPeak - base.memoryCapacity).base()) {}

    void fill(const Knob& knob, FactSensitivity& fact) {
        const bool whole = knob.limit == Limit::WholeCount;
        fact.step = whole ? 1.0 / knob.value : relativeStep;
        const Sides sides = slopes(knob, fact.step);
        std::optional<Sides> closer;
        for (std::size_t i = 0; i < numberCount; ++i) {
            const Side side{sides.below[i], sides.above[i]};
            if (std::isnan(side.below) && std::isnan(side.above)) {
                continue;
            }
            if (!differs(side)) {
                fact.of[i] = smooth(side);
            } else if (whole) {
                fact.of[i] = kink(side);
            } else {
                closer = closer ? closer : slopes(knob, fact.step / refinement);
                fact.of[i] = lookedAt(side, {closer->below[i], closer->above[i]});
            }
        }
        if (!whole && sides.rise != 0.0) {
            fact.fitLimit = fitLimit(knob, sides.rise);
        }
        knob.turn(knob.value);
    }

private:
    struct Sides {
        Logarithms below{};
        Logarithms above{};
        double rise = 0.0; ///< of the bytes beyond what the GPU has, for one more of the fact
    };

    struct Side {
        double below;
        double above;
    };

    /// d ln(number) / d ln(fact) towards `value`.
    [[nodiscard]] Logarithms slope(const Knob& knob, double value, double& rise) const {
        Logarithms all;
        all.fill(std::numeric_limits<double>::quiet_NaN());
        if (!knob.allows(value)) {
            return all;
        }
        knob.turn(value);
        const Result moved = evaluateResolved(m_copy.scenario(), Detail::Headline);
        const Logarithms numbers = logarithms(moved.headline, m_feasible);
        rise = (excess(moved.headline) - m_excess) / (value - knob.value);
        const double distance = std::log(value / knob.value);
        for (std::size_t i = 0; i < numberCount; ++i) {
            all[i] = (numbers[i] - m_base[i]) / distance;
        }
        return all;
    }

    [[nodiscard]] Sides slopes(const Knob& knob, double step) const {
        Sides sides;
        sides.below = slope(knob, knob.value * (1.0 - step), sides.rise);
        sides.above = slope(knob, knob.value * (1.0 + step), sides.rise);
        return sides;
    }

    /// More than a bend would explain at that step.
    [[nodiscard]] static bool differs(const Side& side) {
        constexpr double relative = 0.02;
        constexpr double absolute = 1e-4;
        return std::abs(side.above - side.below) >
               relative * std::max(std::abs(side.above), std::abs(side.below)) + absolute;
    }

    /// The differences of a slope that is there on one side at least.
    [[nodiscard]] static Elasticity smooth(const Side& side) {
        const bool below = !std::isnan(side.below);
        const bool above = !std::isnan(side.above);
        if (below && above) {
            return {
                .value = (side.below + side.above) / 2.0, .below = side.below, .above = side.above};
        }
        const double value = below ? side.below : side.above;
        return {
            .value = value, .below = value, .above = value, .shape = Elasticity::Shape::OneSided};
    }

    [[nodiscard]] static Elasticity kink(const Side& side) {
        Elasticity elasticity = smooth(side);
        elasticity.shape = Elasticity::Shape::Kink;
        return elasticity;
    }

    /// Tells apart by what a smaller step does to the difference of the sides: a bend shrinks with
    /// it, a kink stays, a jump grows.
    [[nodiscard]] static Elasticity lookedAt(const Side& wide, const Side& closer) {
        const auto jumps = [](double far, double near) {
            return std::abs(near) > 1.0 && std::abs(near) > refinement / 2.0 * std::abs(far);
        };
        const bool below = jumps(wide.below, closer.below);
        const bool above = jumps(wide.above, closer.above);
        if (below || above) {
            const double other = below && above ? 0.0 : below ? wide.above : wide.below;
            return {.value = other,
                    .below = wide.below,
                    .above = wide.above,
                    .shape = Elasticity::Shape::Jump};
        }
        const bool stays = std::abs(closer.above - closer.below) >
                           2.0 / refinement * std::abs(wide.above - wide.below);
        return stays ? kink(closer) : smooth(closer);
    }

    /// Bytes beyond what the GPU has.
    [[nodiscard]] static double excess(const Headline& headline) {
        return (headline.memoryPeak - headline.memoryCapacity).base();
    }

    [[nodiscard]] double excessAt(const Knob& knob, double value) const {
        knob.turn(value);
        return excess(evaluateResolved(m_copy.scenario(), Detail::Headline).headline);
    }

    /// Where the straight line through two points is 0, and whether the plan fits on one side of it
    /// alone; by its slope there again where not, for memory is linear in what it rests on but
    /// where another stage becomes the worst. Absent where that does not help or leads far away.
    [[nodiscard]] std::optional<double> fitLimit(const Knob& knob, double rise) const {
        constexpr int tries = 3;
        constexpr double farthest = 100.0;
        constexpr double close = 1e-6;
        double value = knob.value - m_excess / rise;
        for (int i = 0; i < tries; ++i) {
            if (!std::isfinite(value) || !knob.allows(value) || value > farthest * knob.value ||
                value < knob.value / farthest) {
                return std::nullopt;
            }
            const double least = value * (1.0 - close);
            const double most = value * (1.0 + close);
            const double below = excessAt(knob, least);
            const double above = excessAt(knob, most);
            if ((below > 0.0) != (above > 0.0)) {
                return value;
            }
            value -= below * (most - least) / (above - below);
        }
        return std::nullopt;
    }

    const ScenarioCopy& m_copy;
    bool m_feasible;
    Logarithms m_base;
    double m_excess; ///< bytes
};

/// Whole numbers can be stepped by one where nothing was resolved by them.
bool steppable(const FactSlot& slot) {
    return slot.limit != Limit::WholeCount || slot.holder == FactSlot::Holder::Gpu;
}

bool isTermOfSale(const ResolvedScenario& scenario, const Fact& fact) {
    return scenario.purchaseRules != nullptr && scenario.purchaseRules->id == fact.entry;
}

FactSensitivity
ofFact(FactId id, const Catalogue& catalogue, ScenarioCopy& copy, Differences& differences) {
    Fact fact = catalogue.fact(id);
    FactSensitivity sensitivity{.fact = id, .value = fact.used, .kind = fact.kind};
    const std::optional<FactSlot> slot = copy.find(fact, id);
    if (isTermOfSale(copy.scenario(), fact)) {
        sensitivity.notVaried = NotVaried::TermsOfSale;
    } else if (!slot) {
        sensitivity.notVaried = NotVaried::Elsewhere;
    } else if (!steppable(*slot)) {
        sensitivity.notVaried = NotVaried::Whole;
    } else if (fact.used == 0.0) {
        sensitivity.notVaried = NotVaried::Zero;
    } else {
        const auto turn = [&](double value) {
            fact.used = value;
            copy.store(*slot, fact, id);
        };
        differences.fill({.value = fact.used, .limit = slot->limit, .turn = turn}, sensitivity);
    }
    return sensitivity;
}

void addGivenPrice(ScenarioCopy& copy, Differences& differences, Sensitivity& all) {
    const auto& price = copy.scenario().price;
    if (!price || price->fact != FactId::None || price->value.base() == 0.0) {
        return;
    }
    const auto turn = [&copy](double value) { copy.setPrice(Price(value)); };
    all.facts.push_back({.field = "price_per_gpu_hour",
                         .value = price->value.base(),
                         .kind = UnitKind::HourlyPrice});
    differences.fill({.value = price->value.base(), .turn = turn}, all.facts.back());
}

void addGivenNetwork(ScenarioCopy& copy, Differences& differences, Sensitivity& all) {
    const ResolvedScenario& r = copy.scenario();
    const double rate = r.networkBandwidth.value.base();
    if (r.networkBandwidth.fact != FactId::None || rate == 0.0 || r.gpus <= r.nvlinkDomain.value) {
        return;
    }
    const auto turn = [&copy](double value) { copy.setNetworkBandwidth(Bandwidth(value)); };
    all.facts.push_back({.field = "network_gbps_per_gpu",
                         .value = rate * r.oversubscription.value,
                         .kind = UnitKind::NetworkRate});
    differences.fill({.value = rate, .turn = turn}, all.facts.back());
}

} // namespace

Sensitivity factSensitivity(const ResolvedScenario& scenario,
                            const Result& result,
                            const Catalogue& catalogue) {
    ScenarioCopy copy(scenario);
    Differences differences(copy, result.headline, result.feasible);
    Sensitivity all{.feasible = result.feasible,
                    .billedInSteps = scenario.price && scenario.purchaseRules != nullptr};
    for (const FactId id : factsUsed(result)) {
        all.facts.push_back(ofFact(id, catalogue, copy, differences));
    }
    addGivenPrice(copy, differences, all);
    addGivenNetwork(copy, differences, all);
    return all;
}

Expected<Sensitivity> factSensitivity(const Scenario& scenario, const Catalogue& catalogue) {
    const Expected<ResolvedScenario> resolved = resolve(scenario, catalogue);
    if (!resolved) {
        return tl::unexpected(resolved.error());
    }
    return factSensitivity(*resolved, evaluateResolved(*resolved, Detail::Terms), catalogue);
}

} // namespace roofplan

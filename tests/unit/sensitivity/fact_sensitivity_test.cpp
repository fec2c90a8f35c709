#include "core/result/facts_used.h"
#include "core/sensitivity/fact_sensitivity.h"
#include "core/sensitivity/scenario_copy.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using Shape = Elasticity::Shape;

namespace {

Scenario onDemand(Scenario scenario) {
    scenario.cluster.pricePlan = PricePlan::OnDemand;
    scenario.cluster.region = "us-east-1";
    return scenario;
}

/// Described by hand, at a price of one's own.
Scenario customScenario() {
    Scenario s = exampleScenario();
    s.cluster.instance = customInstance;
    s.cluster.custom = {.gpu = "h200-sxm",
                        .gpus = 512,
                        .gpusPerNode = 8,
                        .networkPerGpu = Bandwidth(50e9),
                        .fabric = "efa-v3"};
    s.cluster.pricePlan = PricePlan::Own;
    s.cluster.ownPricePerGpu = Price(3.0 / 3600.0);
    return s;
}

/// Of scenarios_data(). Experts fit with recomputation alone.
Scenario scenarioOf(int which) {
    if (which == 1) {
        Scenario experts = onDemand(expertScenario());
        experts.plan.recompute = Recompute::Full;
        return experts;
    }
    return which == 0 ? exampleScenario() : customScenario();
}

Sensitivity sensitivityOf(const Scenario& scenario,
                          const Catalogue& catalogue = shippedCatalogue()) {
    Expected<Sensitivity> all = factSensitivity(scenario, catalogue);
    if (!all) {
        qFatal("%s", plainLine(all.error().front()).c_str());
    }
    return *std::move(all);
}

const FactSensitivity* find(const Sensitivity& all,
                            std::string_view property,
                            const Catalogue& catalogue = shippedCatalogue()) {
    for (const FactSensitivity& fact : all.facts) {
        if (fact.field == property ||
            (fact.field.empty() && catalogue.fact(fact.fact).property == property)) {
            return &fact;
        }
    }
    return nullptr;
}

double slope(const FactSensitivity& fact, MovedNumber number) {
    return fact.on(number) ? fact.on(number)->value : 0.0;
}

/// The catalogue with the entry that holds the preferred fact of `property` at `factor` times it.
template <typename Entry>
void scale(std::vector<Entry>& entries,
           std::span<const Property<Entry>> table,
           const Fact& fact,
           FactId id) {
    for (Entry& entry : entries) {
        for (const Property<Entry>& property : table) {
            if (entry.id == fact.entry && property.row.key == fact.property) {
                property.store(entry, fact, id);
            }
        }
    }
}

Catalogue withFact(FactId id, double value) {
    Catalogue catalogue = shippedCatalogue();
    Fact& fact = catalogue.facts[static_cast<std::size_t>(id)];
    fact.used = value;
    scale(catalogue.gpus, gpuProperties(), fact, id);
    scale(catalogue.nvlinks, nvlinkProperties(), fact, id);
    scale(catalogue.networks, networkProperties(), fact, id);
    scale(catalogue.instances, instanceProperties(), fact, id);
    scale(catalogue.efficiencyProfiles, efficiencyProperties(), fact, id);
    scale(catalogue.stacks, stackProperties(), fact, id);
    for (InstancePrice& price : catalogue.prices) {
        if (price.perInstance.fact == id) {
            price.perInstance.value = Price(value);
        }
    }
    return catalogue;
}

/// Of times and rates: the power of time in their unit, 0 for all else.
int powerOfTime(UnitKind kind) {
    switch (kind) {
    case UnitKind::Time:
        return 1;
    case UnitKind::ComputeRate:
    case UnitKind::DataRate:
    case UnitKind::NetworkRate:
        return -1;
    default:
        return 0;
    }
}

} // namespace

class FactSensitivityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void scenarios_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("dense") << 0;
        QTest::newRow("experts") << 1;
        QTest::newRow("custom, own price") << 2;
    }

    void costFollowsThePrice() {
        const Sensitivity listed = sensitivityOf(onDemand(exampleScenario()));
        const FactSensitivity* price = find(listed, "on_demand");
        QVERIFY(price != nullptr);
        QVERIFY(std::abs(slope(*price, MovedNumber::Cost) - 1.0) < 1e-6);
        QCOMPARE(slope(*price, MovedNumber::StepTime), 0.0);
        QVERIFY(!listed.billedInSteps);
        const Sensitivity own = sensitivityOf(customScenario());
        const FactSensitivity* given = find(own, "price_per_gpu_hour");
        QVERIFY(given != nullptr);
        QCOMPARE(given->fact, FactId::None);
        QVERIFY(std::abs(slope(*given, MovedNumber::Cost) - 1.0) < 1e-6);
    }

    void fasterIsNeverSlower() {
        const Sensitivity all = sensitivityOf(exampleScenario());
        for (const char* const rate : {"bf16_peak", "hbm_bandwidth", "ring_bandwidth",
                                       "network_bandwidth", "usable_fraction"}) {
            const FactSensitivity* fact = find(all, rate);
            QVERIFY2(fact != nullptr, rate);
            QVERIFY2(slope(*fact, MovedNumber::StepTime) < 0.0, rate);
            QVERIFY2(slope(*fact, MovedNumber::StepTime) > -1.0, rate);
        }
        // Nearly nine tenths of the step are GEMM and attention.
        QVERIFY(slope(*find(all, "bf16_peak"), MovedNumber::StepTime) < -0.8);
    }

    // Euler: the step time is homogeneous of degree 1 in all times and of degree −1 in all rates,
    // so that the elasticities of all facts behind it add up to that. A fact that the answer does
    // not name would be missing from the sum.
    void timesAndRatesAddUp_data() { scenarios_data(); }

    void timesAndRatesAddUp() {
        QFETCH(int, which);
        const Sensitivity all = sensitivityOf(scenarioOf(which));
        QVERIFY(all.feasible);
        double sum = 0.0;
        for (const FactSensitivity& fact : all.facts) {
            QVERIFY(fact.notVaried != NotVaried::Elsewhere);
            sum += powerOfTime(fact.kind) * slope(fact, MovedNumber::StepTime);
        }
        // An all-to-all takes a constant time for each remote rank, which is no fact.
        const double tolerance = which == 1 ? 2e-3 : 1e-4;
        QVERIFY2(std::abs(sum - 1.0) < tolerance, qPrintable(QString::number(sum, 'g', 9)));
    }

    void numbersHangTogether_data() { scenarios_data(); }

    void numbersHangTogether() {
        QFETCH(int, which);
        const Sensitivity all = sensitivityOf(scenarioOf(which));
        if (all.billedInSteps) {
            return; // steps of the bill have a test of their own
        }
        for (const FactSensitivity& fact : all.facts) {
            if (fact.notVaried != NotVaried::Varied) {
                QVERIFY(!fact.moves());
                continue;
            }
            const double step = slope(fact, MovedNumber::StepTime);
            const bool peak = fact.kind == UnitKind::ComputeRate && step != 0.0;
            const bool price = fact.kind == UnitKind::HourlyPrice;
            const auto near = [](double a, double b) { return std::abs(a - b) < 1e-3; };
            QVERIFY(near(slope(fact, MovedNumber::TokensPerSecond), -step));
            QVERIFY(near(slope(fact, MovedNumber::TimeToTrain), step));
            QVERIFY(near(slope(fact, MovedNumber::Cost), price ? 1.0 : step));
            QVERIFY(near(slope(fact, MovedNumber::Mfu), peak ? -step - 1.0 : -step));
        }
    }

    // The same as a catalogue in which the fact is another, for every fact: no second model.
    void agreesWithAChangedCatalogue() {
        const Scenario scenario = exampleScenario();
        const Expected<Result> base = evaluate(scenario, shippedCatalogue());
        int compared = 0;
        for (const FactSensitivity& fact : sensitivityOf(scenario).facts) {
            if (!fact.moves() || fact.on(MovedNumber::StepTime)->shape == Shape::Jump) {
                continue;
            }
            const auto moved =
                evaluate(scenario, withFact(fact.fact, fact.value * (1.0 + fact.step)));
            QVERIFY(moved.has_value());
            const double distance = std::log(1.0 + fact.step);
            const auto close = [distance](double now, double before, double expected) {
                return std::abs(std::log(now / before) / distance - expected) < 5e-3;
            };
            const auto above = [&fact](MovedNumber number) { return fact.on(number)->above; };
            const Headline& now = moved->headline;
            const Headline& was = base->headline;
            QVERIFY(close(now.stepTime.base(), was.stepTime.base(), above(MovedNumber::StepTime)));
            QVERIFY(close(now.cost->base(), was.cost->base(), above(MovedNumber::Cost)));
            QVERIFY(close(now.memoryPeak.base(), was.memoryPeak.base(),
                          above(MovedNumber::MemoryPeak)));
            ++compared;
        }
        QVERIFY(compared > 25);
    }

    // What the derivations do not name moves nothing that shows: at most what stages beside the
    // pacing one leave in the smooth sum of the bubble.
    void allThatMovesIsNamed_data() { scenarios_data(); }

    void allThatMovesIsNamed() {
        QFETCH(int, which);
        constexpr double negligible = 1e-5;
        const Catalogue& catalogue = shippedCatalogue();
        const ResolvedScenario resolved = resolvedPlan(scenarioOf(which));
        const Result result = evaluateResolved(resolved, Detail::Terms);
        const std::vector<FactId> used = factsUsed(result);
        ScenarioCopy copy(resolved);
        for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
            const auto id = static_cast<FactId>(i);
            Fact fact = catalogue.facts[i];
            const std::optional<FactSlot> slot = copy.find(fact, id);
            const bool alone = fact.rivals.empty() || fact.preferred;
            if (!slot || !alone || fact.convention == "unsupported" ||
                std::ranges::find(used, id) != used.end()) {
                continue;
            }
            const double value = fact.used;
            fact.used = value * 1.01;
            copy.store(*slot, fact, id);
            const Headline moved = evaluateResolved(copy.scenario(), Detail::Headline).headline;
            const double step = std::abs(moved.stepTime / result.headline.stepTime - 1.0);
            const double memory = std::abs(moved.memoryPeak / result.headline.memoryPeak - 1.0);
            QVERIFY2(step < negligible && memory < negligible,
                     (fact.entry + " " + fact.property).c_str());
            fact.used = value;
            copy.store(*slot, fact, id);
        }
    }

    void memoryHasItsLimits() {
        const Sensitivity all = sensitivityOf(exampleScenario());
        for (const char* const property : {"memory", "memory_reserve", "gradient_bytes"}) {
            const FactSensitivity* fact = find(all, property);
            QVERIFY2(fact != nullptr && fact->fitLimit, property);
            const double limit = *fact->fitLimit;
            const double outward = limit > fact->value ? 1e-5 : -1e-5;
            const auto fits = [&](double value) {
                return evaluate(exampleScenario(), withFact(fact->fact, value))->feasible;
            };
            QVERIFY2(fits(limit * (1.0 - outward)), property);
            QVERIFY2(!fits(limit * (1.0 + outward)), property);
        }
        QVERIFY(!find(all, "bf16_peak")->fitLimit);
        QVERIFY(slope(*find(all, "gradient_bytes"), MovedNumber::MemoryPeak) > 0.1);
        QCOMPARE(slope(*find(all, "memory"), MovedNumber::MemoryPeak), 0.0);
    }

    void ofAPlanThatDoesNotFitOnlyTheMemoryIsAnswered() {
        Scenario scenario = exampleScenario();
        scenario.plan.pipelineParallel = 1;
        scenario.plan.virtualPipeline = 1;
        scenario.plan.tensorParallel = 1;
        const Sensitivity all = sensitivityOf(scenario);
        QVERIFY(!all.feasible);
        const FactSensitivity* peak = find(all, "bf16_peak");
        QVERIFY(peak != nullptr && !peak->on(MovedNumber::StepTime));
        QVERIFY(ranked(all, MovedNumber::StepTime).empty());
        QVERIFY(!ranked(all, MovedNumber::MemoryPeak).empty());
        const FactSensitivity* memory = find(all, "memory");
        QVERIFY(memory->fitLimit && *memory->fitLimit > memory->value);
    }

    void whatIsNotVariedSaysWhy() {
        const Sensitivity all = sensitivityOf(exampleScenario());
        QVERIFY(all.billedInSteps);
        const FactSensitivity* terms = find(all, "long_step");
        QVERIFY(terms != nullptr);
        QCOMPARE(terms->notVaried, NotVaried::TermsOfSale);
        // Streaming multiprocessors go by one.
        const FactSensitivity* units = find(all, "multiprocessors");
        QVERIFY(units != nullptr);
        QCOMPARE(units->notVaried, NotVaried::Varied);
        QCOMPARE(units->step, 1.0 / units->value);
        Catalogue without = shippedCatalogue();
        const FactId zero = find(all, "jitter_per_doubling")->fact;
        without.facts[static_cast<std::size_t>(zero)].used = 0.0;
        const Sensitivity other = sensitivityOf(exampleScenario(), without);
        QCOMPARE(find(other, "jitter_per_doubling")->notVaried, NotVaried::Zero);
    }

    // A run that just fills a Capacity Block: anything slower costs another day.
    void aRoundedBillJumps() {
        Scenario scenario = exampleScenario();
        const Expected<Result> base = evaluate(scenario, shippedCatalogue());
        const double day = 86400.0;
        const double days = std::ceil(base->headline.timeToTrain.base() / day);
        const auto paid = [&](double tokens) {
            scenario.workload.tokens = Tokens(tokens);
            return evaluate(scenario, shippedCatalogue())->headline.billedTime->base();
        };
        // Bisect for the tokens at which the bill becomes longer.
        double low = 1e12;
        double high = 5e12 * days * day / base->headline.timeToTrain.base() * 1.2;
        const double least = paid(low);
        QVERIFY(paid(high) > least);
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2.0;
            (paid(middle) > least ? high : low) = middle;
        }
        scenario.workload.tokens = Tokens(low);
        const Sensitivity all = sensitivityOf(scenario);
        const FactSensitivity* peak = find(all, "bf16_peak");
        QCOMPARE(peak->on(MovedNumber::Cost)->shape, Shape::Jump);
        QCOMPARE(peak->on(MovedNumber::Cost)->value, 0.0);
        QVERIFY(peak->on(MovedNumber::Cost)->below < -1.0); // a slower GPU
        QCOMPARE(peak->on(MovedNumber::StepTime)->shape, Shape::Smooth);
        QVERIFY(peak->moves());
    }

    // Data-parallel traffic that a window hides just so: a slower network shows, a faster one
    // hardly does.
    void aMaximumKinks() {
        Scenario scenario = customScenario();
        scenario.plan.pipelineParallel = 1;
        scenario.plan.virtualPipeline = 1;
        scenario.plan.zero = ZeroStage::Fsdp;
        const auto at = [&scenario](double rate) {
            scenario.cluster.custom.networkPerGpu = Bandwidth(rate);
            const Sensitivity all = sensitivityOf(scenario);
            return *find(all, "network_gbps_per_gpu")->on(MovedNumber::StepTime);
        };
        double slow = 1e9;
        double fast = 400e9;
        QVERIFY(at(slow).value < 4.0 * at(fast).value);
        const double half = (at(slow).value + at(fast).value) / 2.0;
        for (int i = 0; i < 60; ++i) {
            const double middle = std::sqrt(slow * fast);
            (at(middle).above < half ? slow : fast) = middle;
        }
        const Elasticity kink = at(fast);
        QCOMPARE(kink.shape, Shape::Kink);
        QVERIFY(kink.below < kink.above);
        QVERIFY(std::abs(kink.value - (kink.below + kink.above) / 2.0) < 1e-12);
        QCOMPARE(kink.strength(), -kink.below);
    }

    void sharesEndAtOne() {
        const Sensitivity all = sensitivityOf(exampleScenario());
        const FactId id = find(all, "usable_fraction")->fact;
        const Sensitivity other = sensitivityOf(exampleScenario(), withFact(id, 1.0));
        const std::optional<Elasticity>& elasticity =
            find(other, "usable_fraction")->on(MovedNumber::StepTime);
        QCOMPARE(elasticity->shape, Shape::OneSided);
        QVERIFY(elasticity->value < 0.0);
    }

    void ranksTheStrongestFirst() {
        const Sensitivity all = sensitivityOf(exampleScenario());
        const auto facts = ranked(all, MovedNumber::StepTime);
        QVERIFY(facts.size() > 10);
        QCOMPARE(shippedCatalogue().fact(facts.front()->fact).property, std::string("bf16_peak"));
        for (std::size_t i = 1; i < facts.size(); ++i) {
            QVERIFY(facts[i - 1]->on(MovedNumber::StepTime)->strength() >=
                    facts[i]->on(MovedNumber::StepTime)->strength());
        }
        // Between two steps of the bill only the price moves the cost.
        const auto cost = ranked(all, MovedNumber::Cost);
        QCOMPARE(cost.size(), std::size_t{1});
        QCOMPARE(cost.front()->kind, UnitKind::HourlyPrice);
    }

    void aWrongQuestionHasNoAnswer() {
        Scenario scenario = exampleScenario();
        scenario.workload.model = "none";
        QVERIFY(!factSensitivity(scenario, shippedCatalogue()).has_value());
    }
};

QTEST_GUILESS_MAIN(FactSensitivityTest)
#include "fact_sensitivity_test.moc"

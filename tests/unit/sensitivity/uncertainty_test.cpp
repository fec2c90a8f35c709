#include "core/sensitivity/constants_spread.h"
#include "core/sensitivity/elasticity.h"
#include "core/sensitivity/uncertainty.h"
#include "tests/support/accuracy.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

constexpr double normalP90 = 1.2815515655446;

/// The shipped catalogue with the small table of errors, and standard errors (a share of the value)
/// on those properties alone.
Catalogue catalogueWith(const std::map<std::string, double>& standardErrors) {
    Catalogue catalogue = shippedCatalogue();
    catalogue.accuracy = exampleAccuracy();
    for (Fact& fact : catalogue.facts) {
        const auto found = standardErrors.find(fact.property);
        fact.standardError = found == standardErrors.end()
                                 ? std::nullopt
                                 : std::optional(found->second * fact.published);
    }
    return catalogue;
}

struct Answered {
    ResolvedScenario scenario;
    Result result;
};

Answered answered(const Scenario& scenario, const Catalogue& catalogue) {
    ResolvedScenario resolved = resolve(scenario, catalogue).value();
    Result result = evaluateResolved(resolved, Detail::Terms);
    return {std::move(resolved), std::move(result)};
}

double spreadOf(const Catalogue& catalogue) {
    const Answered all = answered(exampleScenario(), catalogue);
    return constantsSpread(all.scenario, all.result, catalogue);
}

/// |ln| of what the property at 1 + `share` times its value does to the step time.
double change(Sourced<double> EfficiencyProfile::*member, double share) {
    Catalogue catalogue = shippedCatalogue();
    for (EfficiencyProfile& profile : catalogue.efficiencyProfiles) {
        (profile.*member).value *= 1.0 + share;
    }
    return std::abs(std::log(evaluate(exampleScenario(), catalogue)->headline.stepTime /
                             evaluate(exampleScenario(), shippedCatalogue())->headline.stepTime));
}

template <typename Q>
bool around(const Band<Q>& band, Q value) {
    return band.low < value && value < band.high;
}

} // namespace

class UncertaintyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Source: any table of Student's t, one-sided 0.90.
    void studentsTIsThatOfTables() {
        for (const auto& [degrees, t] :
             std::initializer_list<std::pair<int, double>>{{1, 3.0777},
                                                           {2, 1.8856},
                                                           {3, 1.6377},
                                                           {5, 1.4759},
                                                           {10, 1.3722},
                                                           {30, 1.3104},
                                                           {1000000, 1.28155}}) {
            QVERIFY2(std::abs(studentP90(degrees) / t - 1.0) < 5e-3,
                     qPrintable(QString::number(degrees)));
        }
    }

    void manyRowsWithoutConstantsAreTheirResiduals() {
        AccuracyGroup group = exampleAccuracy().groups[0];
        group.groups = 1000000;
        const Band<double> band = logBand(group, 0.0);
        QVERIFY(std::abs(band.low - group.residuals.p10) < 1e-5);
        QVERIFY(std::abs(band.high - group.residuals.p90) < 1e-5);
    }

    void fewRowsAreWidened() {
        AccuracyGroup group = exampleAccuracy().groups[0];
        const LogResiduals& r = group.residuals;
        group.groups = 3;
        const double wider = 1.8856 * std::sqrt(4.0 / 3.0) / normalP90;
        QVERIFY(near(logBand(group, 0.0).high - r.p50, wider * (r.p90 - r.p50), 5e-3));
        QVERIFY(near(r.p50 - logBand(group, 0.0).low, wider * (r.p50 - r.p10), 5e-3));
        group.groups = 1; // no worse than two, and finite
        QVERIFY(std::isfinite(logBand(group, 0.0).high));
    }

    void constantsAddInQuadrature() {
        AccuracyGroup group = exampleAccuracy().groups[0];
        group.groups = 1000000;
        group.residuals = {-0.03, 0.0, 0.03};
        const Band<double> band = logBand(group, 0.04 / normalP90);
        QVERIFY(near(band.high, 0.05, 1e-4));
        QVERIFY(near(band.low, -0.05, 1e-4));
    }

    void constantsWithoutAStandardErrorAreKnown() {
        QCOMPARE(spreadOf(catalogueWith({})), 0.0);
        QCOMPARE(spreadOf(catalogueWith({{"capacity_block", 0.5}, {"memory_reserve", 0.5}})), 0.0);
    }

    void aConstantMovesTheStepAsItDoes() {
        const double forward = change(&EfficiencyProfile::attentionForwardTuned, 0.06);
        const double sustained = change(&EfficiencyProfile::sustainedFactor, 0.02);
        QVERIFY(forward > 0.001 && sustained > 0.01);
        QVERIFY(near(spreadOf(catalogueWith({{"attention_forward_tuned", 0.06}})), forward, 1e-9));
        QVERIFY(near(spreadOf(catalogueWith(
                         {{"attention_forward_tuned", 0.06}, {"sustained_factor", 0.02}})),
                     std::hypot(forward, sustained), 1e-9));
    }

    void allNumbersHaveTheSameBand() {
        Scenario scenario = exampleScenario();
        scenario.cluster.pricePlan = PricePlan::OnDemand;
        scenario.cluster.region = "us-east-1";
        const Catalogue catalogue = catalogueWith({{"sustained_factor", 0.02}});
        const Answered all = answered(scenario, catalogue);
        const std::optional<Uncertainty> u = uncertaintyOf(all.scenario, all.result, catalogue);
        QVERIFY(u.has_value());
        const Headline& h = all.result.headline;
        const Band<double> log = logBand(exampleAccuracy().groups[3], u->constantsSpread);
        QCOMPARE(u->logRatio, log);
        QCOMPARE(u->rows, 120);
        QCOMPARE(u->sources, 5);
        const auto same = [](double a, double b) { return near(a, b, 1e-12); };
        QVERIFY(same(u->stepTime.low / h.stepTime, std::exp(log.low)));
        QVERIFY(same(u->stepTime.high / h.stepTime, std::exp(log.high)));
        QVERIFY(same(u->timeToTrain.high / h.timeToTrain, std::exp(log.high)));
        QVERIFY(same(u->cost->high / *h.cost, std::exp(log.high)));
        QVERIFY(same(u->mfu.low / h.mfu, std::exp(-log.high)));
        QVERIFY(same(u->hfu.high / h.hfu, std::exp(-log.low)));
        QVERIFY(same(u->tokensPerSecond.low / h.tokensPerSecond, std::exp(-log.high)));
        QVERIFY(around(u->tokensPerSecondPerGpu, h.tokensPerSecondPerGpu));
    }

    // Capacity Blocks are paid by days and weeks, whichever end of the band it turns out to be.
    void theCostIsBilled() {
        const Catalogue catalogue = catalogueWith({});
        const Answered all = answered(exampleScenario(), catalogue);
        const auto u = uncertaintyOf(all.scenario, all.result, catalogue);
        const double hour = all.scenario.price->value.base() * 3600.0;
        for (const Money cost : {u->cost->low, u->cost->high}) {
            const double days = cost.base() / (hour * 24.0 * 64.0);
            QVERIFY(std::abs(days - std::round(days)) < 1e-9);
        }
        QVERIFY(u->cost->low < u->cost->high);
    }

    void whatIsNotKnownHasNoBand() {
        Catalogue catalogue = catalogueWith({});
        const Answered all = answered(exampleScenario(), catalogue);
        Result tooLarge = all.result;
        tooLarge.feasible = false;
        QVERIFY(!uncertaintyOf(all.scenario, tooLarge, catalogue));
        catalogue.accuracy->groups.clear();
        QVERIFY(!uncertaintyOf(all.scenario, all.result, catalogue));
        catalogue.accuracy.reset();
        QVERIFY(!uncertaintyOf(all.scenario, all.result, catalogue));
    }

    void isAPartOfTheAnswer() {
        const Expected<Result> result = evaluateWithMoves(exampleScenario(), shippedCatalogue());
        QVERIFY(result->uncertainty.has_value());
        QVERIFY(around(result->uncertainty->stepTime, result->headline.stepTime));
        QVERIFY(result->uncertainty->constantsSpread > 0.001);
        QVERIFY(result->uncertainty->sources >= 3);
        QVERIFY(!evaluate(exampleScenario(), shippedCatalogue())->uncertainty);
    }
};

QTEST_GUILESS_MAIN(UncertaintyTest)
#include "uncertainty_test.moc"

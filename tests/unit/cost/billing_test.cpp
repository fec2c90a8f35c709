#include "core/cost/billing.h"
#include "core/result/explanation.h"
#include "tests/support/findings.h"
#include "tests/unit/cost/priced_catalogue.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using namespace roofplan::literals;

namespace {

Result answer(PricePlan plan, Seconds run, const Catalogue& catalogue) {
    return *evaluate(runOf(plan, run, catalogue), catalogue, Detail::Terms);
}

/// The numbers of a derivation by symbol; 0 for what is not in it.
double in(const Derivation& derivation, Symbol symbol) {
    for (const Input& input : derivation.inputSpan()) {
        if (input.symbol == symbol) {
            return input.value;
        }
    }
    return 0.0;
}

const Derivation& costDerivation(const Result& result) {
    return result.derivations[static_cast<std::size_t>(HeadlineNumber::Cost)];
}

} // namespace

class BillingTest : public QObject {
    Q_OBJECT

private:
    const Catalogue m_catalogue = pricedCatalogue();

private Q_SLOTS:

    void runsArePaidForTheirTime_data() {
        QTest::addColumn<int>("plan");
        QTest::addColumn<double>("dollars");
        const auto row = [](const char* name, PricePlan plan, double dollars) {
            QTest::newRow(name) << static_cast<int>(plan) << dollars;
        };
        row("on demand", PricePlan::OnDemand, 80.0);
        row("savings 1y", PricePlan::SavingsOneYear, 60.0);
        row("savings 3y", PricePlan::SavingsThreeYears, 32.0);
        row("spot", PricePlan::Spot, 20.0);
    }

    void runsArePaidForTheirTime() {
        QFETCH(int, plan);
        QFETCH(double, dollars);
        const Result result = answer(static_cast<PricePlan>(plan), 10.5_d, m_catalogue);
        QVERIFY(near(result.headline.cost->base(), 64 * dollars * 10.5 * 24, 1e-9));
        QCOMPARE(*result.headline.billedTime, result.headline.timeToTrain);
    }

    void blocksArePaidForWholeDaysAndWeeks_data() {
        QTest::addColumn<double>("run");
        QTest::addColumn<double>("paid");
        QTest::newRow("half a day") << 0.5 << 1.0;
        QTest::newRow("ten days") << 9.5 << 10.0;
        QTest::newRow("the early stop takes a day more") << 9.99 << 11.0;
        QTest::newRow("into weeks") << 14.5 << 21.0;
        QTest::newRow("the longest") << 181.9 << 182.0;
        QTest::newRow("two in a row") << 190.0 << 182.0 + 9.0;
    }

    void blocksArePaidForWholeDaysAndWeeks() {
        QFETCH(double, run);
        QFETCH(double, paid);
        const Result result = answer(PricePlan::CapacityBlock, 1_d * run, m_catalogue);
        QVERIFY(near(result.headline.billedTime->base(), paid * 86400.0, 1e-9));
        QVERIFY(near(result.headline.cost->base(), 64 * 40.0 * paid * 24, 1e-9));
    }

    void aDiscountComesOffTheList() {
        Scenario s = runOf(PricePlan::OnDemand, 10_d, m_catalogue);
        s.cluster.discount = Share{0.25};
        const Result result = *evaluate(s, m_catalogue, Detail::Terms);
        QVERIFY(near(result.headline.cost->base(), 64 * 60.0 * 240, 1e-9));
        const Derivation& d = costDerivation(result);
        QVERIFY(near(in(d, Symbol::ListPrice) * (1.0 - in(d, Symbol::Discount)),
                     in(d, Symbol::PriceRate), 1e-12));
        const Explanation words = explainHeadline(result, HeadlineNumber::Cost, m_catalogue);
        QVERIFY(words.expression.ends_with("price = list · (1 − d)"));
    }

    void ownPricesHaveNoDiscount() {
        Scenario s = runOf(PricePlan::OnDemand, 10_d, m_catalogue);
        s.cluster.pricePlan = PricePlan::Own;
        s.cluster.ownPricePerGpu = 2.0_USDph;
        s.cluster.discount = Share{0.5};
        const Result result = *evaluate(s, m_catalogue, Detail::Terms);
        QVERIFY(near(result.headline.cost->base(), 512 * 2.0 * 240, 1e-9));
        QCOMPARE(find(result.diagnostics, "price.discount_unused")->place, std::string("discount"));
        QCOMPARE(costDerivation(result).formula, Formula::OwnCost);
    }

    // A last node that is not full is paid by the GPU.
    void ownPricesAreOfGpus() {
        Scenario s = exampleScenario();
        s.cluster = {.instance = std::string(customInstance),
                     .custom = {.gpu = "h200-sxm", .gpus = 6, .gpusPerNode = 4, .nvlinkDomain = 8},
                     .pricePlan = PricePlan::Own,
                     .ownPricePerGpu = 3.0_USDph};
        s.workload.model = "llama-3.1-8b";
        s.plan = {.tensorParallel = 2};
        const Expected<Result> result = evaluate(s, m_catalogue);
        QVERIFY2(result.has_value(), result ? "" : plainLine(result.error()[0]).c_str());
        QVERIFY(near(result->headline.cost->base(), 6 * 3.0 * result->headline.timeToTrain.in(1_h),
                     1e-9));
    }

    // The cost of the example reproduced from what its derivation puts in.
    void derivationsGiveTheirCost() {
        for (const double days : {0.5, 14.5, 400.0}) {
            const Result result = answer(PricePlan::CapacityBlock, 1_d * days, m_catalogue);
            const Derivation& d = costDerivation(result);
            QCOMPARE(d.formula, Formula::PurchasedCost);
            const double whole = in(d, Symbol::Purchases) - 1.0;
            const double longest = in(d, Symbol::LongestPurchase);
            const double early = in(d, Symbol::EarlyStop);
            const double rest = in(d, Symbol::TimeTotal) - whole * (longest - early) + early;
            const double step = in(d, Symbol::TimeStep);
            const double paid = whole * longest + std::ceil(rest / step - 1e-9) * step;
            QVERIFY(near(paid, in(d, Symbol::PaidTime), 1e-12));
            QVERIFY(near(in(d, Symbol::Instances) * in(d, Symbol::PriceRate) * paid,
                         result.headline.cost->base(), 1e-12));
            QCOMPARE(d.factSpan().size(), std::size_t{5});
        }
    }

    void theExplanationNamesBilledAndRunTime() {
        const Result result = answer(PricePlan::CapacityBlock, 93.02_d, m_catalogue);
        const Explanation words = explainHeadline(result, HeadlineNumber::Cost, m_catalogue);
        const QString shown = QString::fromStdString(words.result);
        QVERIFY2(shown.contains(QStringLiteral("billed 98.00 d for a run of 93.02 d")),
                 qPrintable(shown));
        QCOMPARE(words.facts.size(), std::size_t{5});
    }

    void blocksInARowAreAWarning() {
        const Result result = answer(PricePlan::CapacityBlock, 400_d, m_catalogue);
        const Diagnostic* found = find(result.diagnostics, "price.several_purchases");
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY2(text(found).contains(QStringLiteral("3 of them one after the other")),
                 qPrintable(text(found)));
        QVERIFY(find(answer(PricePlan::CapacityBlock, 100_d, m_catalogue).diagnostics,
                     "price.several_purchases") == nullptr);
    }

    void ultraServersStopEarlier() {
        Catalogue catalogue = m_catalogue;
        std::ranges::find(catalogue.instances, std::string("p5en.48xlarge"), &InstanceType::id)
            ->members = Sourced<double>{18.0};
        const Seconds run = 10_d - Seconds(2700.0);
        QVERIFY(
            near(answer(PricePlan::CapacityBlock, run, m_catalogue).headline.billedTime->in(1_d),
                 10.0, 1e-9));
        QVERIFY(near(answer(PricePlan::CapacityBlock, run, catalogue).headline.billedTime->in(1_d),
                     11.0, 1e-9));
    }

    void savingsPlansNameTheirWholeCommitment() {
        const Result oneYear = answer(PricePlan::SavingsOneYear, 36.5_d, m_catalogue);
        const Diagnostic* found = find(oneYear.diagnostics, "price.commitment");
        QCOMPARE(found->severity, Severity::Info);
        // 64 instances at 60 USD for 8760 h.
        QVERIFY2(text(found).contains(QStringLiteral("33.64 M USD for 365.0 d in all")),
                 qPrintable(text(found)));
        QVERIFY(text(found).contains(QStringLiteral("uses 10 %")));
        const Result threeYears = answer(PricePlan::SavingsThreeYears, 36.5_d, m_catalogue);
        QVERIFY(text(find(threeYears.diagnostics, "price.commitment"))
                    .contains(QStringLiteral("53.82 M USD for 1095 d in all")));
        const Result longer = answer(PricePlan::SavingsOneYear, 400_d, m_catalogue);
        QVERIFY(text(find(longer.diagnostics, "price.commitment"))
                    .contains(QStringLiteral("67.28 M USD for 730.0 d")));
        QVERIFY(find(answer(PricePlan::OnDemand, 10_d, m_catalogue).diagnostics,
                     "price.commitment") == nullptr);
    }

    void withoutAPriceThereIsNoBill() {
        Scenario s = exampleScenario();
        s.cluster.region = "eu-west-9";
        const Result result = *evaluate(s, m_catalogue, Detail::Terms);
        QVERIFY(!result.headline.cost && !result.headline.billedTime);
        QCOMPARE(costDerivation(result).formula, Formula::NoPrice);
    }

    // A search that sees headline numbers alone pays the same.
    void termsChangeNoCost() {
        for (const PricePlanName& name : pricePlanNames) {
            const Scenario s = runOf(name.plan, 100_d, m_catalogue);
            QCOMPARE(evaluate(s, m_catalogue)->headline,
                     evaluate(s, m_catalogue, Detail::Terms)->headline);
        }
    }
};

QTEST_GUILESS_MAIN(BillingTest)
#include "billing_test.moc"

#include "core/scenario/resolved_scenario.h"
#include "tests/support/findings.h"
#include "tests/unit/cost/priced_catalogue.h"

#include <QTest>

#include <functional>

using namespace roofplan;
using namespace roofplan::test;
using namespace roofplan::literals;

namespace {

Scenario exampleWith(PricePlan plan) {
    Scenario s = exampleScenario();
    s.cluster.pricePlan = plan;
    return s;
}

Scenario inEuros() {
    Scenario s = exampleWith(PricePlan::OnDemand);
    s.cluster.currency = "EUR";
    s.cluster.exchangeRate = 0.9;
    s.cluster.exchangeDate = "2026-10-01";
    return s;
}

} // namespace

class PriceResolutionTest : public QObject {
    Q_OBJECT

private:
    const Catalogue m_catalogue = pricedCatalogue();

    [[nodiscard]] Diagnostics findings(const Scenario& scenario) const {
        return resolve(scenario, m_catalogue)->diagnostics;
    }

private Q_SLOTS:

    void aPriceThatIsUnknownNamesThoseThatAre() {
        Scenario s = exampleWith(PricePlan::Spot);
        s.cluster.region = "us-east-1";
        const Diagnostics list = findings(s);
        const Diagnostic* found = find(list, "price.unknown");
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY2(text(found).contains(QStringLiteral(
                     "on_demand: us-east-2; capacity_block: us-east-2; savings_1y: us-east-2")),
                 qPrintable(text(found)));
    }

    void aPriceThatDoesNotExistSaysWhy() {
        Catalogue catalogue = m_catalogue;
        catalogue.absent.push_back({.entry = "p5en.48xlarge",
                                    .property = "spot",
                                    .label = "Spot price",
                                    .region = {},
                                    .state = Absence::None,
                                    .why = "not offered",
                                    .source = {.title = "A price list", .date = "2026-09-19"}});
        Scenario s = exampleWith(PricePlan::Spot);
        s.cluster.region = "us-east-1";
        const Diagnostics list = resolve(s, catalogue)->diagnostics;
        const QString said = text(find(list, "price.unknown"));
        QVERIFY2(said.contains(QStringLiteral("There is no spot price of p5en.48xlarge in "
                                              "us-east-1")) &&
                     said.contains(QStringLiteral("not offered (A price list, 2026-09-19)")),
                 qPrintable(said));
        // One that there is, and that nobody found: not denied.
        catalogue.absent.back().state = Absence::Unknown;
        const Diagnostics unknown = resolve(s, catalogue)->diagnostics;
        QVERIFY2(text(find(unknown, "price.unknown"))
                     .contains(QStringLiteral("No spot price of p5en.48xlarge in us-east-1 is "
                                              "known")),
                 qPrintable(text(find(unknown, "price.unknown"))));
    }

    void whereNoneIsKnownAnOwnPriceIsOffered() {
        Scenario s = exampleWith(PricePlan::OnDemand);
        s.cluster.instance = "dgx-h100";
        const Diagnostics list = findings(s);
        QVERIFY(text(find(list, "price.unknown")).contains(QStringLiteral("price plan own")));
    }

    void aCustomClusterHasAnOwnPriceOrNone() {
        Scenario s = exampleWith(PricePlan::OnDemand);
        s.cluster.instance = std::string(customInstance);
        s.cluster.custom = {
            .gpu = "h200-sxm", .gpus = 512, .networkPerGpu = Bandwidth(50e9), .fabric = "efa-v3"};
        const Diagnostics list = findings(s);
        QVERIFY(text(find(list, "price.unknown")).contains(QStringLiteral("price plan own")));
        s.cluster.pricePlan = PricePlan::Own;
        s.cluster.ownPricePerGpu = 2_USDph;
        QVERIFY(findings(s).empty());
    }

    void blocksHoldSoManyInstances_data() {
        QTest::addColumn<int>("instances");
        QTest::addColumn<QString>("several");
        QTest::addColumn<bool>("tooMany");
        QTest::newRow("one block") << 64 << QString() << false;
        QTest::newRow("two blocks") << 128 << QStringLiteral("are 2 blocks side by side") << false;
        QTest::newRow("a part more") << 192 << QStringLiteral("are 3 blocks side by side") << false;
        QTest::newRow("all") << 256 << QStringLiteral("are 4 blocks side by side") << false;
        QTest::newRow("too many") << 512 << QStringLiteral("are 8 blocks side by side") << true;
    }

    void blocksHoldSoManyInstances() {
        QFETCH(int, instances);
        QFETCH(QString, several);
        QFETCH(bool, tooMany);
        Scenario s = exampleWith(PricePlan::CapacityBlock);
        s.cluster.instances = instances;
        const Diagnostics list = findings(s);
        const Diagnostic* blocks = find(list, "price.several_blocks");
        QCOMPARE(blocks == nullptr, several.isEmpty());
        QVERIFY2(text(blocks).contains(several), qPrintable(text(blocks)));
        QVERIFY(blocks == nullptr || blocks->severity == Severity::Info);
        const Diagnostic* limit = find(list, "price.block_limit");
        QCOMPARE(limit != nullptr, tooMany);
        QVERIFY(limit == nullptr || limit->severity == Severity::Warning);
        QVERIFY(!tooMany || text(limit).contains(QStringLiteral("without an agreement")));
        s.cluster.pricePlan = PricePlan::OnDemand;
        QVERIFY(find(findings(s), "price.several_blocks") == nullptr);
    }

    void anUltraServerIsABlock() {
        Catalogue catalogue = m_catalogue;
        std::ranges::find(catalogue.instances, std::string("p5en.48xlarge"), &InstanceType::id)
            ->members = Sourced<double>{18.0};
        Scenario s = exampleWith(PricePlan::CapacityBlock);
        s.cluster.instances = 16;
        const Diagnostics list = resolve(s, catalogue)->diagnostics;
        QVERIFY2(text(find(list, "price.several_blocks"))
                     .contains(QStringLiteral("holds 1 UltraServer: 16 of them are 16 blocks")),
                 qPrintable(text(find(list, "price.several_blocks"))));
        QVERIFY(text(find(list, "price.block_limit")).contains(QStringLiteral("288 instances")));
    }

    void withoutRulesTheRunIsPricedExactly() {
        Catalogue catalogue = m_catalogue;
        catalogue.purchaseRules.clear();
        const Scenario s = exampleWith(PricePlan::CapacityBlock);
        QVERIFY(find(resolve(s, catalogue)->diagnostics, "price.exact_time") != nullptr);
        QVERIFY(find(findings(s), "price.exact_time") == nullptr);
        const Result result = *evaluate(s, catalogue);
        QCOMPARE(*result.headline.billedTime, result.headline.timeToTrain);
    }

    void spotIsAWarningWithItsDate() {
        const Diagnostics list = findings(exampleWith(PricePlan::Spot));
        const Diagnostic* found = find(list, "price.spot");
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY(text(found).contains(QStringLiteral("2026-09-19")));
        QVERIFY(text(found).contains(QStringLiteral("stops the whole job")));
    }

    void aListThatHasEndedIsAWarning() {
        Catalogue catalogue = m_catalogue;
        const Scenario s = exampleWith(PricePlan::CapacityBlock);
        QVERIFY(find(findings(s), "price.list_ended") == nullptr);
        const InstancePrice* price =
            findPrice(catalogue, "p5en.48xlarge", PricePlan::CapacityBlock, "us-east-2");
        catalogue.facts[static_cast<std::size_t>(price->perInstance.fact)].source.ended =
            "2026-06-30";
        const Diagnostics list = resolve(s, catalogue)->diagnostics;
        const Diagnostic* found = find(list, "price.list_ended");
        QVERIFY(found != nullptr);
        QCOMPARE(found->severity, Severity::Warning);
        QVERIFY2(text(found).contains(QStringLiteral("has ended (2026-06-30)")),
                 qPrintable(text(found)));
    }

    void theDayOfTheListIsKept() {
        const auto date = [this](const Scenario& scenario) {
            return evaluate(scenario, m_catalogue, Detail::Terms)->priceDate;
        };
        QCOMPARE(date(exampleWith(PricePlan::CapacityBlock)), std::string("2026-09-19"));
        Scenario s = exampleWith(PricePlan::Own);
        s.cluster.ownPricePerGpu = 2_USDph;
        QCOMPARE(date(s), std::string());
    }

    void theCostIsShownInASecondCurrency() {
        const Result result = *evaluate(inEuros(), m_catalogue);
        QVERIFY(result.costConverted.has_value());
        QCOMPARE(result.costConverted->currency, std::string("EUR"));
        QCOMPARE(result.costConverted->date, std::string("2026-10-01"));
        QVERIFY(near(result.costConverted->value, result.headline.cost->base() * 0.9, 1e-12));
        QVERIFY(!evaluate(exampleWith(PricePlan::OnDemand), m_catalogue)->costConverted);
    }

    void whatACurrencyLacksIsNamed_data() {
        using Edit = std::function<void(Cluster&)>;
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<QStringList>("places");
        const auto row = [](const char* name, Edit edit, const QStringList& places) {
            QTest::newRow(name) << std::move(edit) << places;
        };
        row("nothing", [](Cluster&) {}, {});
        row("rate", [](Cluster& c) { c.exchangeRate.reset(); }, {QStringLiteral("exchange_rate")});
        row("date", [](Cluster& c) { c.exchangeDate.clear(); }, {QStringLiteral("exchange_date")});
        row("no day", [](Cluster& c) { c.exchangeDate = "2026-02-30"; },
            {QStringLiteral("exchange_date")});
        row("both", [](Cluster& c) { c.exchangeRate.reset(), c.exchangeDate.clear(); },
            {QStringLiteral("exchange_rate"), QStringLiteral("exchange_date")});
        row("code", [](Cluster& c) { c.currency = "EUX"; }, {QStringLiteral("currency")});
        row("currency", [](Cluster& c) { c.currency.clear(); }, {QStringLiteral("currency")});
    }

    void whatACurrencyLacksIsNamed() {
        QFETCH(std::function<void(Cluster&)>, edit);
        QFETCH(QStringList, places);
        Scenario s = inEuros();
        edit(s.cluster);
        QStringList found;
        for (const Diagnostic& d : findings(s)) {
            found << QString::fromStdString(d.place);
        }
        QCOMPARE(found, places);
        QCOMPARE(evaluate(s, m_catalogue)->costConverted.has_value(), places.isEmpty());
    }

    void numbersOutOfRangeAreRefused() {
        Scenario s = inEuros();
        s.cluster.discount = Share{1.0};
        s.cluster.exchangeRate = -1.0;
        const auto r = resolve(s, m_catalogue);
        QVERIFY(!r.has_value());
        QCOMPARE(r.error().size(), std::size_t{2});
        QCOMPARE(r.error()[0].place, std::string("discount"));
        QCOMPARE(r.error()[1].place, std::string("exchange_rate"));
    }
};

QTEST_GUILESS_MAIN(PriceResolutionTest)
#include "price_resolution_test.moc"

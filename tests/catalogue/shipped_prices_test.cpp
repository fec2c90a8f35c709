// The shipped prices against the lists, offerings and snapshots that they were taken from.
#include "core/catalogue/catalogue_check.h"
#include "core/catalogue/catalogue_loader.h"
#include "core/units/quantity_literals.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;
using namespace roofplan::literals;

class ShippedPricesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() {
        const auto [catalogue, findings] = loadCatalogue(ROOFPLAN_SPECS_DIR);
        QVERIFY2(findings.empty(), findings.empty() ? "" : plainLine(findings.front()).c_str());
        m_catalogue = catalogue;
    }

    /// USD an hour of an instance or UltraServer: price lists of July and September 2026, the
    /// Capacity Block table in force from July 2026, the SkyPilot catalogue and Vantage.
    void holdsThePrices_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("plan");
        QTest::addColumn<QByteArray>("region");
        QTest::addColumn<double>("dollars");
        const auto row = [](const char* id, const char* plan, const char* region, double dollars) {
            QTest::addRow("%s %s %s", id, plan, region)
                << QByteArray(id) << QByteArray(plan) << QByteArray(region) << dollars;
        };
        row("p4d.24xlarge", "on_demand", "us-east-1", 21.957642);
        row("p4d.24xlarge", "on_demand", "us-west-2", 21.95764);
        row("p4d.24xlarge", "on_demand", "eu-central-1", 27.43298);
        row("p4d.24xlarge", "capacity_block", "us-east-2", 11.8);
        row("p4d.24xlarge", "savings_1y", "us-east-1", 13.92);
        row("p4d.24xlarge", "savings_3y", "us-east-1", 9.376);
        row("p4d.24xlarge", "spot", "us-east-1", 16.664);
        row("p4d.24xlarge", "spot", "us-west-2", 9.53);
        row("p4de.24xlarge", "on_demand", "us-west-2", 27.44705);
        row("p4de.24xlarge", "capacity_block", "us-east-1", 17.712);
        row("p5.4xlarge", "on_demand", "us-east-2", 6.88);
        row("p5.4xlarge", "on_demand", "eu-west-2", 8.944);
        row("p5.4xlarge", "capacity_block", "us-west-2", 5.191);
        row("p5.48xlarge", "on_demand", "us-east-1", 55.04);
        row("p5.48xlarge", "on_demand", "ap-northeast-1", 68.8);
        row("p5.48xlarge", "capacity_block", "us-west-2", 41.528);
        row("p5.48xlarge", "savings_3y", "us-east-1", 23.776);
        row("p5.48xlarge", "spot", "us-east-1", 20.784);
        row("p5.48xlarge", "spot", "us-east-2", 15.5483);
        row("p5e.48xlarge", "capacity_block", "us-east-2", 47.76);
        row("p5e.48xlarge", "spot", "us-west-2", 24.9358);
        row("p5en.48xlarge", "on_demand", "us-east-2", 63.296);
        row("p5en.48xlarge", "on_demand", "eu-south-2", 68.35968);
        row("p5en.48xlarge", "capacity_block", "us-east-2", 54.92);
        row("p5en.48xlarge", "capacity_block", "eu-north-1", 49.928);
        row("p6-b200.48xlarge", "on_demand", "us-west-2", 113.9328);
        row("p6-b200.48xlarge", "capacity_block", "us-east-1", 98.84);
        row("p6-b200.48xlarge", "spot", "us-east-2", 24.945);
        row("p6-b300.48xlarge", "on_demand", "us-west-2", 142.416);
        row("p6-b300.48xlarge", "capacity_block", "us-east-1", 112.32);
        row("u-p6e-gb200x36", "capacity_block", "us-east-1-dfw-2a", 380.952);
        row("u-p6e-gb200x72", "capacity_block", "us-east-1-dfw-2a", 761.904);
        row("g6e.48xlarge", "on_demand", "us-east-1", 30.13118);
        row("g7e.48xlarge", "on_demand", "us-east-2", 33.14432);
        row("g7e.48xlarge", "spot", "us-east-1", 20.048);
    }

    void holdsThePrices() {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, plan);
        QFETCH(QByteArray, region);
        QFETCH(double, dollars);
        const InstancePrice* const price =
            find(id.toStdString(), plan.toStdString(), region.toStdString());
        QVERIFY(price != nullptr);
        QVERIFY2(qAbs(price->perInstance.value.in(1.0_USDph) - dollars) < 1e-9,
                 qPrintable(QString::number(price->perInstance.value.in(1.0_USDph))));
    }

    void hasNoPriceOfWhatIsNotSoldThatWay() {
        for (const InstancePrice& price : m_catalogue.prices) {
            const bool ultraServer = price.instance.starts_with("u-p6e-");
            QVERIFY(!ultraServer || price.plan == PricePlan::CapacityBlock);
            QVERIFY(price.instance != "p5e.48xlarge" || price.plan != PricePlan::OnDemand);
            QVERIFY(price.instance != "p6e-gb200.36xlarge");
        }
    }

    void saysWhyAPriceDoesNotExist_data() {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QByteArray>("plan");
        const auto row = [](const char* id, const char* plan) {
            QTest::addRow("%s %s", id, plan) << QByteArray(id) << QByteArray(plan);
        };
        row("p5e.48xlarge", "on_demand");
        row("u-p6e-gb200x36", "on_demand");
        row("u-p6e-gb200x72", "spot");
        row("p5en.48xlarge", "savings_1y");
        row("p6-b300.48xlarge", "savings_3y");
    }

    void saysWhyAPriceDoesNotExist() {
        QFETCH(QByteArray, id);
        QFETCH(QByteArray, plan);
        const bool said = std::ranges::any_of(m_catalogue.absent, [&](const AbsentFigure& figure) {
            return figure.entry == id.toStdString() && figure.property == plan.toStdString() &&
                   !figure.why.empty() && !figure.source.title.empty();
        });
        QVERIFY(said);
    }

    /// Where there is no market, Spot is printed as On-Demand or as a tenth of it.
    void takesNoPlaceholderForASpotPrice() {
        int spots = 0;
        for (const Fact& fact : m_catalogue.facts) {
            if (fact.property != "spot") {
                continue;
            }
            ++spots;
            const InstancePrice* const demand = find(fact.entry, "on_demand", fact.region);
            const double share =
                demand == nullptr ? 0.5 : fact.used / demand->perInstance.value.base();
            QVERIFY2(share < 0.99 && qAbs(share - 0.1) > 1e-3, fact.place.c_str());
        }
        QVERIFY(spots > 40);
    }

    /// A zone between the lowest and the highest of its region, both kept.
    void choosesASpotPriceInsideItsRange() {
        for (const InstancePrice& price : m_catalogue.prices) {
            const Fact& used = m_catalogue.fact(price.perInstance.fact);
            if (price.plan != PricePlan::Spot || used.rivals.empty() ||
                !used.source.title.starts_with("skypilot")) {
                continue;
            }
            double highest = used.used;
            for (const FactId rival : used.rivals) {
                highest = std::max(highest, m_catalogue.fact(rival).used);
            }
            const auto isLower = [&](FactId id) { return m_catalogue.fact(id).used < used.used; };
            QVERIFY2(std::ranges::any_of(used.rivals, isLower), used.place.c_str());
            QVERIFY2(used.used <= highest, used.place.c_str());
        }
    }

    void prefersTheNewestAndSaysWhy() {
        for (const InstancePrice& price : m_catalogue.prices) {
            const Fact& used = m_catalogue.fact(price.perInstance.fact);
            QVERIFY2(used.rivals.empty() || !used.why.empty(), used.place.c_str());
            for (const FactId rival : used.rivals) {
                QVERIFY2(m_catalogue.fact(rival).source.date <= used.source.date,
                         used.place.c_str());
            }
        }
    }

    void marksTheListsThatHaveEnded() {
        const auto ended = [this](const char* region) {
            const InstancePrice* const price = find("p5e.48xlarge", "capacity_block", region);
            return m_catalogue.fact(price->perInstance.fact).source.ended;
        };
        QCOMPARE(ended("us-west-1"), std::string("2026-06-30"));
        QCOMPARE(ended("us-west-2"), std::string());
    }

    void keepsTheHistory() {
        const InstancePrice* const price = find("p5.48xlarge", "on_demand", "us-east-1");
        const Fact& used = m_catalogue.fact(price->perInstance.fact);
        int before = 0;
        for (const FactId id : used.rivals) {
            const Fact& rival = m_catalogue.fact(id);
            const bool old = rival.source.date < "2025-06";
            before += old ? 1 : 0;
            const double expected = old || rival.source.date == "2026-05" ? 98.32 : 55.04;
            QVERIFY2(qAbs(rival.published - expected) < 1e-9, rival.place.c_str());
        }
        QCOMPARE(before, 3);
    }

    /// USD 1993.34 for 48 h: what the list rate and the rules of Capacity Blocks come to.
    void meetsARealOffering() {
        const InstancePrice* const price = find("p5.48xlarge", "capacity_block", "us-west-2");
        const PurchasedTime time = purchasedTime(m_catalogue.purchaseRules.front(), 47.5_h, false);
        QCOMPARE(time.paid.in(1.0_h), 48.0);
        QVERIFY(qAbs((price->perInstance.value * time.paid).in(1.0_USD) - 1993.34) < 0.01);
    }

    void isPlausible() {
        for (const Diagnostic& finding : checkCatalogue(m_catalogue)) {
            if (finding.code == "check.price_date") { // of a commit that may be as old as that
                QVERIFY2(finding.text.plain().find(" 2025-08,") != std::string::npos,
                         plainLine(finding).c_str());
                continue;
            }
            QVERIFY2(!finding.place.starts_with("prices/"), plainLine(finding).c_str());
            QVERIFY2(!finding.place.starts_with("storage/"), plainLine(finding).c_str());
            QVERIFY2(!finding.place.starts_with("stacks/"), plainLine(finding).c_str());
        }
    }

private:
    [[nodiscard]] const InstancePrice*
    find(const std::string& id, const std::string& plan, const std::string& region) const {
        const auto* const name = std::ranges::find(pricePlanNames, plan, &PricePlanName::key);
        return findPrice(m_catalogue, id, name->plan, region);
    }

    Catalogue m_catalogue;
};

QTEST_GUILESS_MAIN(ShippedPricesTest)
#include "shipped_prices_test.moc"

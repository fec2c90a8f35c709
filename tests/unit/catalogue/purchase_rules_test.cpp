#include "core/catalogue/purchase_rules.h"
#include "core/units/quantity_literals.h"
#include "tests/unit/catalogue/catalogue_copy.h"

#include <QTest>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

using namespace roofplan;
using namespace roofplan::literals;

namespace {

/// As Capacity Blocks are sold.
PurchaseRules blocks() {
    PurchaseRules rules;
    rules.shortStep.value = 1.0_d;
    rules.shortMost.value = 14.0_d;
    rules.longStep.value = 7.0_d;
    rules.longest.value = 182.0_d;
    rules.stopsEarly.value = 0.5_h;
    rules.ultraServersStopEarly.value = 1.0_h;
    return rules;
}

double daysPaid(Seconds run, bool ultraServer = false) {
    return purchasedTime(blocks(), run, ultraServer).paid.in(1.0_d);
}

/// Whether one purchase of that many days exists: 1 to 14, or a multiple of 7 up to 182.
bool isSold(double days) {
    const bool whole = std::abs(days - std::round(days)) < 1e-9;
    const bool week = std::fmod(std::round(days), 7.0) == 0.0;
    return whole && days > 0.5 && days < 182.5 && (days < 14.5 || week);
}

/// Times from a second to three years, some of them close to a step.
Seconds anyRun() {
    const double step = *rc::gen::element(3600.0, 86400.0, 7.0 * 86400.0);
    const double off = *rc::gen::element(-1800.0, -1e-7, 0.0, 1e-7, 1800.0, 12345.6);
    return Seconds(std::max(1.0, step * *rc::gen::inRange(0, 156) + off));
}

} // namespace

class PurchaseRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void roundsUp_data() {
        QTest::addColumn<double>("days");
        QTest::addColumn<bool>("ultraServer");
        QTest::addColumn<double>("paid");
        QTest::addColumn<double>("purchases");
        const double half = 0.5 / 24.0; // hour, in days
        const auto row = [](const char* name, double days, bool ultra, double paid, double count) {
            QTest::newRow(name) << days << ultra << paid << count;
        };
        row("a minute", 1.0 / 1440.0, false, 1.0, 1.0);
        row("a day but for its end", 1.0 - half, false, 1.0, 1.0);
        row("an UltraServer ends sooner", 1.0 - half, true, 2.0, 1.0);
        row("an UltraServer's day", 1.0 - 2.0 * half, true, 1.0, 1.0);
        row("a whole day", 1.0, false, 2.0, 1.0);
        row("13.5 days", 13.5, false, 14.0, 1.0);
        row("the last short one", 14.0 - half, false, 14.0, 1.0);
        row("between 14 and 15 days", 14.0, false, 21.0, 1.0);
        row("14.5 days", 14.5, false, 21.0, 1.0);
        row("21 days but for the end", 21.0 - half, false, 21.0, 1.0);
        row("21 days", 21.0, false, 28.0, 1.0);
        row("181 days", 181.0, false, 182.0, 1.0);
        row("182 days but for the end", 182.0 - half, false, 182.0, 1.0);
        row("182 days", 182.0, false, 183.0, 2.0);
        row("two long ones", 2.0 * (182.0 - half), false, 364.0, 2.0);
        row("two and a little", 2.0 * (182.0 - half) + 0.1, false, 365.0, 3.0);
        row("a year", 365.0, false, 366.0, 3.0);
        row("no time", 0.0, false, 0.0, 0.0);
        row("less than none", -1.0, false, 0.0, 0.0);
    }

    void roundsUp() {
        QFETCH(double, days);
        QFETCH(bool, ultraServer);
        QFETCH(double, paid);
        QFETCH(double, purchases);
        const PurchasedTime time = purchasedTime(blocks(), days * 1.0_d, ultraServer);
        QCOMPARE(time.paid.in(1.0_d), paid);
        QCOMPARE(time.purchases, purchases);
    }

    /// A run's time is a product of thousands of steps: its last digits must not cost a day.
    void forgivesRoundingNoise() {
        for (const double days : {1.0, 14.0, 21.0, 182.0}) {
            const Seconds run = days * 1.0_d - 0.5_h;
            QCOMPARE(daysPaid(run), days);
            QCOMPARE(daysPaid(run * (1.0 + 1e-12)), days);
            QCOMPARE(daysPaid(run * (1.0 - 1e-12)), days);
        }
        QCOMPARE(daysPaid((182.0_d - 0.5_h) * 3.0 * (1.0 + 1e-14)), 546.0);
        QVERIFY(daysPaid(1.0_d - 0.5_h + 1.0_s) > 1.5); // a second is no noise
    }

    void endlessTimeIsEndless() {
        const double infinity = std::numeric_limits<double>::infinity();
        const PurchasedTime endless = purchasedTime(blocks(), Seconds(infinity), false);
        QVERIFY(std::isinf(endless.paid.base()) && std::isinf(endless.purchases));
        const Seconds unknown(std::numeric_limits<double>::quiet_NaN());
        const PurchasedTime none = purchasedTime(blocks(), unknown, false);
        QVERIFY(std::isnan(none.paid.base()) && std::isnan(none.purchases));
        const PurchasedTime long_ = purchasedTime(blocks(), Seconds(1e300), false);
        QVERIFY(std::isfinite(long_.paid.base()) && long_.paid.base() >= 1e300);
    }

    void neverEndsWhereAPurchaseLeavesNothing() {
        PurchaseRules rules = blocks();
        rules.stopsEarly.value = 182.0_d;
        QVERIFY(std::isinf(purchasedTime(rules, 1.0_h, false).paid.base()));
        QVERIFY(std::isfinite(purchasedTime(rules, 1.0_h, true).paid.base()));
    }

    void paysForTheRunAndItsEnds() {
        QVERIFY(rc::check([] {
            const Seconds run = anyRun();
            const bool ultraServer = *rc::gen::arbitrary<bool>();
            const PurchasedTime time = purchasedTime(blocks(), run, ultraServer);
            const Seconds lost = (ultraServer ? 1.0_h : 0.5_h) * time.purchases;
            RC_ASSERT(time.paid.base() >= (run + lost).base() - 0.001);
            RC_ASSERT(time.paid.base() < (run + lost).base() + 7.0 * 86400.0);
        }));
    }

    void paysForWhatIsSold() {
        QVERIFY(rc::check([] {
            const PurchasedTime time = purchasedTime(blocks(), anyRun(), false);
            const double full = time.purchases - 1.0;
            RC_ASSERT(time.purchases >= 1.0 && full == std::round(full));
            RC_ASSERT(isSold(time.paid.in(1.0_d) - 182.0 * full));
        }));
    }

    void neverCostsLessForMore() {
        QVERIFY(rc::check([] {
            const Seconds run = anyRun();
            const Seconds more = run + Seconds(*rc::gen::inRange(0, 1'000'000));
            RC_ASSERT(daysPaid(run) <= daysPaid(more));
            RC_ASSERT(daysPaid(run, false) <= daysPaid(run, true));
        }));
    }

    void findsNothingWrongWithRulesThatCanBeFollowed() {
        QVERIFY(checkPurchaseRules(blocks(), "p").empty());
    }

    void leavesOutRulesThatCannotBeFollowed() {
        test::CatalogueCopy copy;
        const QString file = QStringLiteral("prices/capacity-blocks.json");
        QVERIFY(copy.replace(file, "\"value\": 182", "\"value\": 180"));
        const LoadedCatalogue loaded = copy.load();
        QCOMPARE(loaded.findings.size(), std::size_t{1});
        QCOMPARE(loaded.findings.front().code, std::string("spec.rules"));
        QCOMPARE(loaded.findings.front().place, std::string("prices/capacity-blocks.json#"));
        QVERIFY(loaded.catalogue.purchaseRules.empty());
    }

    void refusesTwoRulesOfOnePlan() {
        test::CatalogueCopy copy;
        QByteArray other = copy.read(QStringLiteral("prices/capacity-blocks.json"));
        other.replace("\"id\": \"capacity-blocks\"", "\"id\": \"other-blocks\"");
        QVERIFY(copy.write(QStringLiteral("prices/other-blocks.json"), other));
        const LoadedCatalogue loaded = copy.load();
        QCOMPARE(loaded.findings.size(), std::size_t{1});
        QCOMPARE(plainLine(loaded.findings.front()),
                 std::string("error prices/other-blocks.json#/plan: The plan 'capacity_block' has "
                             "its rules already: capacity-blocks."));
        QCOMPARE(loaded.catalogue.purchaseRules.size(), std::size_t{1});
        QCOMPARE(loaded.catalogue.purchaseRules.front().id, std::string("capacity-blocks"));
    }

    void findsWhatContradictsItself() {
        const auto words = [](auto change) {
            PurchaseRules rules = blocks();
            change(rules);
            std::string lines;
            for (const Diagnostic& finding : checkPurchaseRules(rules, "prices/x.json#")) {
                lines += plainLine(finding) + "\n";
            }
            return QString::fromStdString(lines);
        };
        const auto shows = [](const QString& lines, const char* text) {
            return lines.contains(QLatin1String(text)) &&
                   lines.startsWith(QLatin1String("error prices/x.json#"));
        };
        QVERIFY(shows(words([](PurchaseRules& r) { r.shortMost.value = 13.5_d; }),
                      "13.50 d is no multiple of its step 24.00 h"));
        QVERIFY(shows(words([](PurchaseRules& r) { r.longest.value = 180.0_d; }),
                      "180.0 d is no multiple of its step 7.000 d"));
        QVERIFY(shows(words([](PurchaseRules& r) { r.longest.value = 7.0_d; }),
                      "7.000 d is below the longest short one, 14.00 d"));
        QVERIFY(shows(words([](PurchaseRules& r) { r.stopsEarly.value = 24.0_h; }),
                      "Stopping 24.00 h before the end"));
        QVERIFY(shows(words([](PurchaseRules& r) { r.ultraServersStopEarly.value = 2.0_d; }),
                      "Stopping 2.000 d before the end"));
    }
};

QTEST_GUILESS_MAIN(PurchaseRulesTest)
#include "purchase_rules_test.moc"

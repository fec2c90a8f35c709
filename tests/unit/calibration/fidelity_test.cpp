#include "core/calibration/fidelity.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <cmath>

using namespace roofplan;
using namespace roofplan::test;

namespace {

FidelityItem item(const char* family, const char* group, double error) {
    FidelityItem made;
    made.id = std::string(family) + group;
    made.family = family;
    made.group = group;
    made.gpu = family;
    made.measured = 2.0;
    made.predicted = 2.0 * (1.0 + error);
    return made;
}

} // namespace

class FidelityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // A rate that is predicted too high and a time that is predicted too short lean the same way.
    void biasIsOfTimesWhateverTheTarget() {
        FidelityItem time{.id = "t", .family = "f", .target = "step_time_s"};
        time.measured = 2.0;
        time.predicted = 1.6;
        FidelityItem rate{.id = "r", .family = "f", .target = "tokens_per_s_per_gpu"};
        rate.measured = 100.0;
        rate.predicted = 125.0;
        QVERIFY(std::abs(errorStatistics({time}).bias + 0.2) < 1e-12);
        QVERIFY(std::abs(errorStatistics({rate}).bias + 0.2) < 1e-12);
        QVERIFY(std::abs(errorStatistics({rate}).meanAbsolute - 0.25) < 1e-12);
    }

    void averagesGroupsThenFamilies() {
        // Family a: groups at 0.1 and at (0.2 + 0.4)/2; family b: one row at −0.1.
        const std::vector<FidelityItem> items{item("a", "1", 0.1), item("a", "2", 0.2),
                                              item("a", "2", 0.4), item("b", "1", -0.1)};
        const ErrorStatistics s = errorStatistics(items);
        QCOMPARE(s.n, std::size_t{4});
        QVERIFY(near(s.meanAbsolute, (0.2 + 0.1) / 2.0, 1e-9));
        QVERIFY(near(s.bias, (0.2 - 0.1) / 2.0, 1e-9));
        QVERIFY(near(s.medianAbsolute, 0.15, 1e-9));
        QVERIFY(near(s.p90Absolute, 0.34, 1e-9));
        QVERIFY(near(s.within20, 0.75, 1e-9));
    }

    void rowsWithoutAGroupStandAlone() {
        std::vector<FidelityItem> items{item("a", "1", 0.1), item("a", "2", 0.3)};
        items[0].group.clear();
        items[1].group.clear();
        QVERIFY(near(errorStatistics(items).meanAbsolute, 0.2, 1e-9));
    }

    void leavesOutWhatIsNotScored() {
        std::vector<FidelityItem> items{item("a", "1", 0.1), item("a", "2", 5.0)};
        items[1].reason = "tier C";
        QCOMPARE(errorStatistics(items).n, std::size_t{1});
        QVERIFY(near(errorStatistics(items).meanAbsolute, 0.1, 1e-9));
        QCOMPARE(errorsBy(items, &FidelityItem::gpu).at("a").n, std::size_t{1});
    }

    void nothingHasNoError() {
        QCOMPARE(errorStatistics({}).n, std::size_t{0});
        QVERIFY(errorsBy({}, &FidelityItem::family).empty());
    }

    void splitsByExperts() {
        std::vector<FidelityItem> items{item("a", "1", 0.1), item("a", "2", 0.3),
                                        item("a", "3", 0.5)};
        items[0].experts = false;
        items[1].experts = true;
        const ErrorTable table = errorsByExperts(items);
        QCOMPARE(table.size(), std::size_t{2});
        QVERIFY(near(table.at("dense").meanAbsolute, 0.1, 1e-9));
        QVERIFY(near(table.at("moe").meanAbsolute, 0.3, 1e-9));
    }
};

QTEST_GUILESS_MAIN(FidelityTest)
#include "fidelity_test.moc"

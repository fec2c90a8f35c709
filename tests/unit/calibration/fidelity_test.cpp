#include "core/calibration/fidelity.h"
#include "tests/support/shipped.h"
#include "tests/unit/calibration/fidelity_items.h"

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

    void weightsAreThoseOfTheAverages() {
        std::vector<FidelityItem> items{
            fidelityItem("1", "a", 10.0, 11.0), fidelityItem("2", "a", 10.0, 12.0),
            fidelityItem("3", "a", 10.0, 13.0), fidelityItem("4", "b", 10.0, 14.0)};
        items[0].group = "near";
        items[1].group = "near";
        QVERIFY((itemWeights(items) == std::vector<double>{0.125, 0.125, 0.25, 0.5}));
        const std::vector<double> weights = itemWeights(items);
        double mean = 0.0;
        for (std::size_t i = 0; i < items.size(); ++i) {
            mean += weights[i] * items[i].error();
        }
        QVERIFY(std::abs(mean - errorStatistics(items).meanAbsolute) < 1e-12);
    }

    void quantilesCountWeights() {
        const std::vector<Weighted> values{{3.0, 1.0}, {1.0, 1.0}, {2.0, 2.0}};
        QCOMPARE(weightedQuantile(values, 0.5), 2.0);
        QCOMPARE(weightedQuantile(values, 0.0), 1.0);
        QCOMPARE(weightedQuantile(values, 0.125), 1.0);
        QCOMPARE(weightedQuantile(values, 0.3125), 1.5); // between the middles 1/8 and 1/2
        QCOMPARE(weightedQuantile(values, 1.0), 3.0);
        QCOMPARE(weightedQuantile({}, 0.5), 0.0);
    }

    void residualsAreOfTimesWhateverTheTarget() {
        FidelityItem item = fidelityItem("1", "a", 10.0, 8.0);
        QVERIFY(std::abs(item.residual() - std::log(10.0 / 8.0)) < 1e-12);
        QVERIFY(!item.isInBand());
        item.band = Band<double>{0.2, 0.23};
        QCOMPARE(item.isInBand(), std::optional(true));
        item.target = "tokens_per_s_per_gpu";
        QVERIFY(std::abs(item.residual() - std::log(8.0 / 10.0)) < 1e-12);
        QCOMPARE(item.isInBand(), std::optional(false));
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

// A map billed anew is the map that would have been made.
#include "core/sweep/repricing.h"
#include "tests/support/sweeps.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

using ClusterChange = void (*)(Cluster&);

SweepRequest withCluster(ClusterChange change, SweepRequest request = smallMap()) {
    change(request.base.cluster);
    return request;
}

void blocks(Cluster& cluster) {
    cluster.pricePlan = PricePlan::CapacityBlock;
}

} // namespace

class RepricingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void aMapBilledAnewIsTheMapOfThosePrices_data() {
        QTest::addColumn<ClusterChange>("change");
        QTest::newRow("price plan") << ClusterChange(&blocks);
        QTest::newRow("region") << ClusterChange([](Cluster& c) { c.region = "eu-north-1"; });
        QTest::newRow("no price there")
            << ClusterChange([](Cluster& c) { c.region = "sa-east-1"; });
        QTest::newRow("discount") << ClusterChange([](Cluster& c) { c.discount = Share{0.25}; });
        QTest::newRow("own price") << ClusterChange([](Cluster& c) {
            c.pricePlan = PricePlan::Own;
            c.ownPricePerGpu = Price(2.0 / 3600.0);
        });
    }

    void aMapBilledAnewIsTheMapOfThosePrices() {
        QFETCH(ClusterChange, change);
        const RegionMap before = sweepMap(gridOf(smallMap()), shippedCatalogue());
        const SweepGrid grid = gridOf(withCluster(change));
        QVERIFY(onlyPricesChanged(before.grid, grid));
        const RegionMap after = repriced(before, grid, shippedCatalogue());
        QVERIFY(after == sweepMap(grid, shippedCatalogue()));
        QVERIFY(after.cells != before.cells);
    }

    // Each column, or each row, has a price of its own.
    void pricesMayBeAnAxis() {
        for (const bool swapped : {false, true}) {
            SweepRequest request = smallMap();
            request.axes = {axisOf("discount", {"0", "10", "50"}),
                            axisOf("global_batch", {"32", "64"})};
            if (swapped) {
                std::swap(request.axes[0], request.axes[1]);
            }
            const RegionMap before = sweepMap(gridOf(request), shippedCatalogue());
            const SweepGrid grid = gridOf(withCluster(&blocks, request));
            QVERIFY(repriced(before, grid, shippedCatalogue()) ==
                    sweepMap(grid, shippedCatalogue()));
        }
    }

    void anythingElseIsAnotherMap() {
        const SweepGrid grid = gridOf(smallMap());
        SweepRequest named = smallMap();
        named.base.name = "another";
        QVERIFY(onlyPricesChanged(grid, gridOf(named)));
        SweepRequest longer = smallMap();
        longer.base.workload.sequenceLength = 8192;
        QVERIFY(!onlyPricesChanged(grid, gridOf(longer)));
        SweepRequest other = smallMap();
        other.base.cluster.instance = "p5.48xlarge";
        QVERIFY(!onlyPricesChanged(grid, gridOf(other)));
        QVERIFY(!onlyPricesChanged(grid, gridOf(smallMap(PlanChoice::Fixed))));
        SweepRequest finer = smallMap();
        std::get<AxisRange>(finer.axes[1].values).to = "512";
        QVERIFY(!onlyPricesChanged(grid, gridOf(finer)));
        SweepRequest pinned = smallMap();
        pinned.pinned.pin(PlanField::Zero);
        QVERIFY(!onlyPricesChanged(grid, gridOf(pinned)));
    }
};

QTEST_GUILESS_MAIN(RepricingTest)
#include "repricing_test.moc"

#include "core/collectives/point_to_point.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

class PointToPointTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void followsLatencyWireAndFill() {
        const Links l{.nvlink = findEntry(shippedCatalogue().nvlinks, "nvlink-4"),
                      .network = findEntry(shippedCatalogue().networks, "efa-v3"),
                      .nic = Bandwidth(50e9)};
        const CollectiveCost inside = sendReceive(Bytes(1e8), false, l);
        const double wire = (Bytes(1e8) / l.nvlink->pairBandwidth.value).base();
        QVERIFY(near(inside.time.base(),
                     l.nvlink->baseLatency.value.base() + wire +
                         std::sqrt(l.nvlink->pairFill.value.base() * wire),
                     1e-12));
        QCOMPARE(inside.network.base(), 0.0);
        const CollectiveCost across = sendReceive(Bytes(1e8), true, l);
        QCOMPARE(across.bound, Bound::Network);
        const double rail = (Bytes(1e8) / l.usableNic()).base();
        QVERIFY(near(across.time.base(),
                     (l.nvlink->baseLatency.value + l.network->hopLatency.value).base() + rail +
                         std::pow(l.network->fill.value.base(), 0.63) * std::pow(rail, 0.37),
                     1e-12));
        QVERIFY(across.time > inside.time);
    }
};

QTEST_GUILESS_MAIN(PointToPointTest)
#include "point_to_point_test.moc"

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
        // a0 4.3 us, 1e8/445e9 = 224.7 us, sqrt(9.4·224.7) = 46.0 us
        QVERIFY(near(inside.time.base() * 1e6, 4.3 + 224.72 + 45.96, 0.001));
        QCOMPARE(inside.network.base(), 0.0);
        const CollectiveCost across = sendReceive(Bytes(1e8), true, l);
        QCOMPARE(across.bound, Bound::Network);
        QVERIFY(across.time > Bytes(1e8) / l.usableNic());
        QVERIFY(across.time > inside.time);
    }
};

QTEST_GUILESS_MAIN(PointToPointTest)
#include "point_to_point_test.moc"

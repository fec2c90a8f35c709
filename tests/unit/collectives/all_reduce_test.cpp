#include "core/collectives/all_reduce.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Links links(const char* nvlink, const char* network, double nicGBps) {
    return {.nvlink = findEntry(shippedCatalogue().nvlinks, nvlink),
            .network = findEntry(shippedCatalogue().networks, network),
            .nic = Bandwidth(nicGBps * 1e9)};
}

constexpr double mebibyte = 1048576.0;

} // namespace

class AllReduceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the collective curves (nccl-tests sizes), microseconds.
    void meetsTheCheckNumbers_data() {
        QTest::addColumn<QString>("nvlink");
        QTest::addColumn<QString>("network");
        QTest::addColumn<bool>("reduce");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("domains");
        QTest::addColumn<double>("microseconds");
        const auto row = [](const char* name, const char* nvlink, bool reduce, double bytes,
                            int ranks, int domains, double us) {
            QTest::newRow(name) << QString::fromLatin1(nvlink) << QStringLiteral("efa-v2") << reduce
                                << bytes << ranks << domains << us;
        };
        row("A100 all-reduce 64 MiB", "nvlink-3", true, 64 * mebibyte, 8, 1, 611.0);
        row("H100 all-reduce 8 KiB", "nvlink-4", true, 8192.0, 8, 1, 16.5);
        row("H100 all-reduce 1 MiB", "nvlink-4", true, mebibyte, 8, 1, 27.8);
        row("H100 all-reduce 1 GiB", "nvlink-4", true, 1024 * mebibyte, 8, 1, 4225.0);
        row("B200 all-gather 64 MiB", "nvlink-5", false, 64 * mebibyte, 8, 1, 132.6);
        row("H100 all-reduce 64 MiB, EFA v2", "nvlink-4", true, 64 * mebibyte, 16, 2, 591.0);
    }

    void meetsTheCheckNumbers() {
        QFETCH(QString, nvlink);
        QFETCH(QString, network);
        QFETCH(bool, reduce);
        QFETCH(double, bytes);
        QFETCH(int, ranks);
        QFETCH(int, domains);
        QFETCH(double, microseconds);
        const Links l = links(nvlink.toLatin1().constData(), network.toLatin1().constData(), 50.0);
        const Placement group{.ranks = ranks, .domains = domains, .perDomain = ranks / domains};
        const CollectiveCost cost =
            reduce ? allReduce(Bytes(bytes), group, l) : gatherOrScatter(Bytes(bytes), group, l);
        const double us = cost.time.base() * 1e6;
        QVERIFY2(near(us, microseconds, 0.003), qPrintable(QString::number(us)));
    }

    void usesTheSwitchForLargeBuffersOnly() {
        const Links l = links("nvlink-4", "efa-v2", 50.0);
        const Placement node{.ranks = 8, .domains = 1, .perDomain = 8};
        QCOMPARE(allReduce(Bytes(1024 * mebibyte), node, l).formula, Formula::SwitchAllReduce);
        QCOMPARE(allReduce(Bytes(8192), node, l).formula, Formula::RingAllReduce);
        const Placement four{.ranks = 4, .domains = 1, .perDomain = 4};
        QCOMPARE(allReduce(Bytes(1024 * mebibyte), four, l).formula, Formula::RingAllReduce);
    }

    void oneRankSendsNothing() {
        const Links l = links("nvlink-4", "efa-v3", 50.0);
        QCOMPARE(allReduce(Bytes(1e9), {}, l).time.base(), 0.0);
        QCOMPARE(gatherOrScatter(Bytes(1e9), {}, l).time.base(), 0.0);
    }

    void crossesTheNetworkOnEachGpusOwnRail() {
        const Links l = links("nvlink-4", "efa-v3", 50.0);
        const Placement rails{.ranks = 32, .domains = 32, .perDomain = 1};
        const CollectiveCost cost = gatherOrScatter(Bytes(8e9), rails, l);
        QCOMPARE(cost.bound, Bound::Network);
        QCOMPARE(cost.nvlink.base(), 0.0);
        QVERIFY(near(cost.network.base(), 8e9 * 31 / 32, 1e-12));
        QVERIFY(cost.time >= cost.network / l.nic);
    }

    void placesGroupsInsideAndAcrossDomains() {
        QCOMPARE(placeGroup(8, 1, 8), (Placement{.ranks = 8, .domains = 1, .perDomain = 8}));
        QCOMPARE(placeGroup(16, 1, 8), (Placement{.ranks = 16, .domains = 2, .perDomain = 8}));
        QCOMPARE(placeGroup(32, 4, 8), (Placement{.ranks = 32, .domains = 16, .perDomain = 2}));
        QCOMPARE(placeGroup(32, 8, 8), (Placement{.ranks = 32, .domains = 32, .perDomain = 1}));
        QCOMPARE(placeGroup(2, 4, 72), (Placement{.ranks = 2, .domains = 1, .perDomain = 2}));
    }

    // Six ranks a group on domains of eight: the second group has two ranks in one and four in the
    // next. Twelve: eight and four. A stride of six puts neighbours anywhere.
    void pricesTheWorstOfGroupsThatStraddle() {
        QCOMPARE(placeGroup(6, 1, 8), (Placement{.ranks = 6, .domains = 2, .perDomain = 2}));
        QCOMPARE(placeGroup(12, 1, 8), (Placement{.ranks = 12, .domains = 2, .perDomain = 4}));
        QCOMPARE(placeGroup(3, 1, 8), (Placement{.ranks = 3, .domains = 2, .perDomain = 1}));
        QCOMPARE(placeGroup(4, 6, 8), (Placement{.ranks = 4, .domains = 3, .perDomain = 1}));
    }

    void isNeverSlowerOnAFasterLink() {
        const Placement group{.ranks = 64, .domains = 8, .perDomain = 8};
        Seconds previous(1e9);
        for (const double nic : {6.25, 12.5, 25.0, 50.0, 100.0, 200.0}) {
            const Seconds time =
                allReduce(Bytes(256 * mebibyte), group, links("nvlink-4", "efa-v2", nic)).time;
            QVERIFY(time <= previous);
            previous = time;
        }
    }
};

QTEST_GUILESS_MAIN(AllReduceTest)
#include "all_reduce_test.moc"

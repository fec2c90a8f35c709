#include "core/collectives/all_to_all.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;
using namespace roofplan::test;

namespace {

constexpr double mebibyte = 1048576.0;

Links links(const char* nvlink, const char* network, double nicGBps) {
    return {.nvlink = findEntry(shippedCatalogue().nvlinks, nvlink),
            .network = findEntry(shippedCatalogue().networks, network),
            .nic = Bandwidth(nicGBps * 1e9)};
}

} // namespace

class AllToAllTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the collective curves (nccl-tests sizes), microseconds.
    void meetsTheCheckNumbers() {
        const CollectiveCost inside =
            allToAll(Bytes(64 * mebibyte), Placement{.ranks = 8, .domains = 1, .perDomain = 8},
                     links("nvlink-5", "efa-v4", 50.0));
        QVERIFY2(near(inside.time.base(), 142.0e-6, 0.006),
                 qPrintable(QString::number(inside.time.base())));
        const CollectiveCost across =
            allToAll(Bytes(64 * mebibyte), Placement{.ranks = 64, .domains = 8, .perDomain = 8},
                     links("nvlink-5", "efa-v4-b300", 100.0));
        QVERIFY2(near(across.time.base(), 863.0e-6, 0.006),
                 qPrintable(QString::number(across.time.base())));
    }

    void theOwnPartCostsACopy() {
        const Links l = links("nvlink-4", "infiniband-ndr", 50.0);
        const Placement group{.ranks = 8, .domains = 1, .perDomain = 8};
        const Bytes buffer(64 * mebibyte);
        QVERIFY(allToAll(buffer, group, l).time >
                allToAll(evenAllToAll(buffer, group), group, l).time);
    }

    void oneRankSendsNothing() {
        const CollectiveCost cost =
            allToAll(Bytes(1e6), Placement{}, links("nvlink-4", "infiniband-ndr", 50.0));
        QCOMPARE(cost.time.base(), 0.0);
    }

    void evenPartsStayOrLeave() {
        const AllToAllBytes bytes =
            evenAllToAll(Bytes(64.0), Placement{.ranks = 16, .domains = 2, .perDomain = 8});
        QCOMPARE(bytes.inside.base(), 28.0);
        QCOMPARE(bytes.outside.base(), 32.0);
    }

    // Inside a domain F(a0 + aA, x/wA, sA); across it two hops, half a microsecond a remote rank,
    // the slower of both links.
    void timesFollowLatencyWireAndFill() {
        const Links l = links("nvlink-4", "infiniband-ndr", 50.0);
        const NvlinkFabric& f = *l.nvlink;
        const AllToAllBytes bytes{.inside = Bytes(4e8), .outside = Bytes(1e8)};
        const double start = (f.baseLatency.value + f.pairLatency.value).base();
        const double inside = (bytes.inside / f.pairBandwidth.value).base();
        const CollectiveCost node = allToAll(bytes, {.ranks = 8, .domains = 1, .perDomain = 8}, l);
        QVERIFY(near(node.time.base(), start + inside + std::sqrt(f.pairFill.value.base() * inside),
                     1e-12));
        QCOMPARE(node.bound, Bound::Nvlink);
        const CollectiveCost across =
            allToAll(bytes, {.ranks = 32, .domains = 4, .perDomain = 8}, l);
        const double outside = (bytes.outside / l.usableNic()).base();
        QVERIFY(outside > inside);
        const double fill = 0.3 * l.network->fill.value.base();
        QVERIFY(near(across.time.base(),
                     start + 2.0 * l.network->hopLatency.value.base() + 0.5e-6 * 24 + outside +
                         std::pow(fill, 0.63) * std::pow(outside, 0.37),
                     1e-9));
        QCOMPARE(across.bound, Bound::Network);
        const Links fast = links("nvlink-4", "infiniband-ndr", 5000.0);
        QCOMPARE(allToAll(bytes, {.ranks = 32, .domains = 4, .perDomain = 8}, fast).bound,
                 Bound::Nvlink);
    }

    // Of n boxes, K balls in any: n·(1 − (1 − 1/n)^K) hold one. Against the walk over the balls.
    void expectsWhereTokensGo() {
        QCOMPARE(expectedDestinations(1.0, 8.0), 1.0);
        QCOMPARE(expectedDestinations(8.0, 1.0), 1.0);
        QCOMPARE(expectedDestinations(2.0, 2.0), 1.5);
        for (const double places : {4.0, 8.0, 64.0}) {
            double held = 0.0;
            for (int ball = 1; ball <= 8; ++ball) {
                held += 1.0 - held / places; // lands in an empty one
                QVERIFY(near(expectedDestinations(places, ball), held, 1e-12));
            }
        }
    }

    void dispatchersSendNoMoreThanACopyAnExpert() {
        QVERIFY(rc::check("fewer copies for ranks and domains than for experts", [] {
            const auto domains = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
            const auto perDomain = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
            const Placement group{
                .ranks = domains * perDomain, .domains = domains, .perDomain = perDomain};
            const auto choices = static_cast<double>(*rc::gen::inRange(1, 12));
            const double limit = *rc::gen::element(0.0, 1.0, 2.0, 4.0);
            const auto send = [&](DispatchCopies copies, double most) {
                return dispatchBytes(Bytes(1e6), choices, copies, most, group);
            };
            const AllToAllBytes experts = send(DispatchCopies::PerExpert, 0.0);
            // Once to each rank, wherever it stands: what a domain's own relay saves on.
            const AllToAllBytes ranks = evenAllToAll(
                Bytes(1e6 * expectedDestinations(static_cast<double>(group.ranks), choices)),
                group);
            const AllToAllBytes nodes = send(DispatchCopies::PerDomain, limit);
            const double slack = 1.0 + 1e-12;
            RC_ASSERT(ranks.inside.base() <= experts.inside.base() * slack);
            RC_ASSERT(ranks.outside.base() <= experts.outside.base() * slack);
            RC_ASSERT(nodes.outside.base() <= ranks.outside.base() * slack);
            // What a domain passes on is no more than what experts would have been sent in all.
            RC_ASSERT(nodes.inside.base() <= (experts.inside + experts.outside).base() * slack);
            RC_ASSERT(send(DispatchCopies::PerDomain, limit).outside.base() <=
                      send(DispatchCopies::PerDomain, 0.0).outside.base() * slack);
        }));
    }

    // arXiv 2412.19437 §2.1.2: at most four nodes a token.
    void nodeLimitedRoutingCapsTheDomains() {
        const Placement group{.ranks = 64, .domains = 8, .perDomain = 8};
        const AllToAllBytes limited =
            dispatchBytes(Bytes(8.0), 8.0, DispatchCopies::PerDomain, 4.0, group);
        QCOMPARE(limited.outside.base(), 8.0 * 4 * 7 / 8);
    }

    void moreBandwidthIsNeverSlower() {
        QVERIFY(rc::check("faster links shorten an all-to-all", [] {
            Links l = links("nvlink-4", "infiniband-ndr", 50.0);
            const Placement group =
                *rc::gen::element(Placement{.ranks = 8, .domains = 1, .perDomain = 8},
                                  Placement{.ranks = 64, .domains = 8, .perDomain = 8});
            const Bytes buffer(*rc::gen::element(1e3, 1e6, 1e9));
            const Seconds before = allToAll(buffer, group, l).time;
            const double factor = *rc::gen::element(1.01, 2.0, 16.0);
            if (*rc::gen::arbitrary<bool>()) {
                l.nic = l.nic * factor;
            } else {
                l.nvlinkScale = factor;
            }
            RC_ASSERT(allToAll(buffer, group, l).time <= before);
        }));
    }
};

QTEST_GUILESS_MAIN(AllToAllTest)
#include "all_to_all_test.moc"

#include "core/collectives/rank_placement.h"

#include <QTest>
#include <rapidcheck.h>

#include <map>

using namespace roofplan;

namespace {

/// Where the ranks of one group lie, each looked at.
Placement looked(std::int64_t first, std::int64_t ranks, std::int64_t stride, std::int64_t domain) {
    std::map<std::int64_t, std::int64_t> ranksOfDomain;
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        ++ranksOfDomain[(first + rank * stride) / domain];
    }
    std::int64_t fewest = ranks;
    for (const auto& [index, count] : ranksOfDomain) {
        fewest = std::min(fewest, count);
    }
    return {.ranks = ranks,
            .domains = static_cast<std::int64_t>(ranksOfDomain.size()),
            .perDomain = fewest};
}

Placement worst(std::int64_t ranks, std::int64_t stride, std::int64_t domain, std::int64_t groups) {
    Placement found = looked(0, ranks, stride, domain);
    for (std::int64_t group = 1; group < groups; ++group) {
        const Placement next = looked(group * ranks * stride, ranks, stride, domain);
        if (std::pair(next.perDomain, -next.domains) < std::pair(found.perDomain, -found.domains)) {
            found = next;
        }
    }
    return found;
}

} // namespace

class RankPlacementTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theWorstGroupIsTheOneThatIsFound() {
        QVERIFY(rc::check([]() {
            const std::int64_t stride = *rc::gen::inRange<std::int64_t>(1, 9);
            const std::int64_t domain = stride * *rc::gen::inRange<std::int64_t>(1, 19);
            const std::int64_t ranks = *rc::gen::inRange<std::int64_t>(2, 65);
            const std::int64_t groups = *rc::gen::inRange<std::int64_t>(1, 40);
            RC_ASSERT(placeGroup(ranks, stride, domain, groups) ==
                      worst(ranks, stride, domain, groups));
        }));
    }

    void withoutALimitItIsTheWorstOfAll() {
        QVERIFY(rc::check([]() {
            const std::int64_t places = *rc::gen::inRange<std::int64_t>(2, 73);
            const std::int64_t ranks = *rc::gen::inRange<std::int64_t>(2, 65);
            RC_ASSERT(placeGroup(ranks, 1, places) == worst(ranks, 1, places, places));
        }));
    }

    // 32 replicas of 8 GPUs over racks of 72: 9, 9, 9 and 5 of them.
    void aLastDomainThatIsNotFullHasFewerRails() {
        QCOMPARE(placeGroup(32, 8, 72, 1), (Placement{.ranks = 32, .domains = 4, .perDomain = 5}));
    }

    void replicasAcrossBordersAreCounted() {
        QVERIFY(rc::check([]() {
            const std::int64_t stride = *rc::gen::inRange<std::int64_t>(2, 20);
            const std::int64_t domain = *rc::gen::inRange<std::int64_t>(stride + 1, 73);
            RC_PRE(domain % stride != 0);
            const std::int64_t ranks = *rc::gen::inRange<std::int64_t>(2, 30);
            const std::int64_t groups = *rc::gen::inRange<std::int64_t>(1, 10);
            Placement found{.ranks = ranks, .domains = 1, .perDomain = ranks};
            for (std::int64_t group = 0; group < groups; ++group) {
                for (std::int64_t offset = 0; offset < stride; ++offset) {
                    const Placement next =
                        looked(group * ranks * stride + offset, ranks, stride, domain);
                    if (std::pair(next.perDomain, -next.domains) <
                        std::pair(found.perDomain, -found.domains)) {
                        found = next;
                    }
                }
            }
            RC_ASSERT(placeGroup(ranks, stride, domain, groups) == found);
        }));
    }

    // DP over racks of 72 with TP 16: five or four of its ranks in each, and as many rails.
    void sixteenGpusDoNotFillARackEvenly() { QCOMPARE(placeGroup(18, 16, 72, 1).perDomain, 4); }
};

QTEST_GUILESS_MAIN(RankPlacementTest)
#include "rank_placement_test.moc"

// Where nothing fits, what is named does.
#include "core/search/what_would_fit.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Scenario tooLarge() {
    Scenario s = exampleScenario();
    s.cluster.instance = "p4d.24xlarge";
    s.cluster.instances = 2;
    s.workload.globalBatch = 64;
    return s;
}

bool fits(const Scenario& scenario, const PinnedFields& pinned) {
    const auto resolved = resolveForSearch(scenario, shippedCatalogue());
    return resolved && !searchPlans(*resolved, {.space = {.pinned = pinned}}).plans.empty();
}

} // namespace

class WhatWouldFitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void whatIsNamedFitsAndLessDoesNot() {
        Scenario s = tooLarge();
        s.plan.offload = Offload::None;
        const PinnedFields pinned{PlanField::Offload};
        QVERIFY(!fits(s, pinned));
        const WhatWouldFit would =
            whatWouldFit(s, shippedCatalogue(), {.space = {.pinned = pinned}, .threads = 2});
        QVERIFY(would.moreOfIt.has_value());
        QCOMPARE(would.moreOfIt->instance, s.cluster.instance);
        const std::int64_t found = would.moreOfIt->instances;
        QVERIFY(fits(onCluster(s, s.cluster.instance, found), pinned));
        for (const std::int64_t size : clusterSizes(3, 128, SizeSteps::Ladder)) {
            QVERIFY(size >= found || !fits(onCluster(s, s.cluster.instance, size), pinned));
        }
        QVERIFY(!would.otherTypes.empty());
        for (const FoundCluster& other : would.otherTypes) {
            QCOMPARE(other.gpus, std::int64_t{16});
            QVERIFY(other.instance != s.cluster.instance);
            QVERIFY(fits(onCluster(s, other.instance, other.instances), pinned));
        }
    }

    void fieldsThatArePinnedMayBeWhatHinders() {
        Scenario s = exampleScenario();
        s.plan.tensorParallel = 1;
        s.plan.zero = ZeroStage::None;
        const PinnedFields pinned{PlanField::TensorParallel, PlanField::PipelineParallel,
                                  PlanField::Zero, PlanField::Offload};
        s.plan.pipelineParallel = 1;
        QVERIFY(!fits(s, pinned));
        const WhatWouldFit would =
            whatWouldFit(s, shippedCatalogue(), {.space = {.pinned = pinned}});
        QVERIFY(would.unpinned.has_value());
        s.plan = would.unpinned->plan;
        QVERIFY(evaluate(s, shippedCatalogue())->feasible);
        QVERIFY(!would.moreOfIt); // a replica on each GPU fits no better on more of them
    }

    void withoutPinsNoneIsTakenOff() {
        QVERIFY(!whatWouldFit(tooLarge(), shippedCatalogue(), {}).unpinned);
    }
};

QTEST_GUILESS_MAIN(WhatWouldFitTest)
#include "what_would_fit_test.moc"

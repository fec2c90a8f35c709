#include "core/training/data_parallel.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

DataParallelCost cost(const Scenario& scenario, double parameters, Seconds pacing) {
    const Expected<ResolvedScenario> resolved = resolve(scenario, shippedCatalogue());
    return dataParallelCost(makeTrainingContext(*resolved), parameters, pacing);
}

} // namespace

class DataParallelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void zeroOneScattersGradientsAndGathersParameters() {
        const DataParallelCost c = cost(exampleScenario(), 4e9, Seconds(0.5));
        QCOMPARE(c.reduceMessage.base(), 8e9);
        QCOMPARE(c.gatherMessage.base(), 8e9);
        // Sends (n−1)/n of the buffer over two ranks of the node: half of it on each rail.
        QVERIFY(near(c.reduce.network.base(), 8e9 * 31 / 32 / 2, 1e-12));
    }

    void plainReplicasAllReduce() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::None;
        const DataParallelCost c = cost(s, 4e9, Seconds(0.5));
        QCOMPARE(c.gather.time.base(), 0.0);
        QVERIFY(c.reduce.time > Seconds(0.0));
    }

    void overlapHidesUpToTheWindowButNotTheFloor() {
        Scenario s = exampleScenario();
        const DataParallelCost wide = cost(s, 4e9, Seconds(10.0));
        QVERIFY(near(wide.exposed / wide.busy(), 0.14, 1e-9));
        const DataParallelCost narrow = cost(s, 4e9, Seconds(0.1));
        QVERIFY(near(narrow.exposed.base(), narrow.busy().base() - 0.07, 1e-9));
        s.stack.dataParallelOverlap = false;
        const DataParallelCost none = cost(s, 4e9, Seconds(10.0));
        QCOMPARE(none.exposed, none.busy());
    }

    void oneReplicaSendsNothing() {
        Scenario s = exampleScenario();
        s.cluster.instances = 2;
        s.plan.virtualPipeline = 5;
        const DataParallelCost c = cost(s, 4e9, Seconds(1.0));
        QCOMPARE(c.busy().base(), 0.0);
        QCOMPARE(c.exposed.base(), 0.0);
    }

    void tiedEmbeddingsOnTwoStagesAreReduced() {
        Scenario s = exampleScenario();
        QCOMPARE(cost(s, 4e9, Seconds(1.0)).tied.time.base(), 0.0);
        s.workload.model = "gpt3-175b";
        s.workload.sequenceLength = 2048;
        s.plan.virtualPipeline = 3;
        const DataParallelCost c = cost(s, 4e9, Seconds(1.0));
        QCOMPARE(c.tiedMessage.base(), 2.0 * 51200 / 4 * 12288);
        QVERIFY(c.tied.time > Seconds(0.0));
    }
};

QTEST_GUILESS_MAIN(DataParallelTest)
#include "data_parallel_test.moc"

#include "core/training/data_parallel.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

DataParallelCost cost(const Scenario& scenario, const LocalParameters& parameters, Seconds pacing) {
    return dataParallelCost(trained(scenario).context, parameters, pacing);
}

constexpr LocalParameters fourBillion{.dense = 4e9};

const Stack& stackOf(const Scenario& s) {
    return *findEntry(shippedCatalogue().stacks, s.stack.preset);
}

} // namespace

class DataParallelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void zeroOneScattersGradientsAndGathersParameters() {
        const DataParallelCost c = cost(exampleScenario(), fourBillion, Seconds(0.5));
        QCOMPARE(c.count, std::size_t(2));
        const ReplicaCollective& reduce = c.collectives[0];
        const ReplicaCollective& gather = c.collectives[1];
        QCOMPARE(reduce.name, TermName::DataParallelReduce);
        QCOMPARE(reduce.message.base(), stackOf(exampleScenario()).gradientReduceBytes.value * 4e9);
        QCOMPARE(gather.name, TermName::DataParallelGather);
        QCOMPARE(gather.message.base(), 8e9);
        // Sends (n−1)/n of the buffer over two ranks of the node: half of it on each rail.
        QVERIFY(near(gather.cost.network.base(), 8e9 * 31 / 32 / 2, 1e-12));
        QCOMPARE(c.busy(), reduce.busy() + gather.busy());
    }

    void plainReplicasAllReduce() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::None;
        const DataParallelCost c = cost(s, fourBillion, Seconds(0.5));
        QCOMPARE(c.count, std::size_t(1));
        QVERIFY(c.collectives[0].busy() > Seconds());
    }

    // arXiv 1910.02054 §7: ZeRO-2 reduces what a micro-batch leaves, since nobody keeps it whole.
    void zeroTwoScattersAfterEachMicroBatch() {
        Scenario s = exampleScenario();
        const DataParallelCost one = cost(s, fourBillion, Seconds());
        s.plan.zero = ZeroStage::Zero2;
        const DataParallelCost two = cost(s, fourBillion, Seconds());
        QCOMPARE(two.collectives[0].calls, 64.0); // 2048 sequences over DP 32
        QCOMPARE(two.collectives[0].cost.time, one.collectives[0].cost.time);
        QCOMPARE(two.collectives[1].calls, 1.0);
    }

    // FSDP exchanges in the layers; HSDP leaves the shards to be averaged over 16 copies.
    void shardedParametersExchangeInTheLayers() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::Fsdp;
        QCOMPARE(cost(s, fourBillion, Seconds()).count, std::size_t(0));
        s.plan.zero = ZeroStage::Hsdp;
        const DataParallelCost c = cost(s, fourBillion, Seconds());
        QCOMPARE(c.count, std::size_t(1));
        QCOMPARE(c.collectives[0].group, (Placement{.ranks = 16, .domains = 16, .perDomain = 1}));
        QCOMPARE(c.collectives[0].message.base(), stackOf(s).gradientReduceBytes.value * 4e9 / 2);
    }

    void expertsAreAveragedOverTheirOwnReplicas() {
        const DataParallelCost c = cost(expertScenario(), {.dense = 1e9, .expert = 2e9}, Seconds());
        QCOMPARE(c.count, std::size_t(4));
        QCOMPARE(c.collectives[0].group.ranks, 64);
        QCOMPARE(c.collectives[2].group.ranks, 2);
        QCOMPARE(c.collectives[3].message.base(), 2.0 * 2e9);
    }

    void overlapHidesUpToTheWindowButNotTheFloor() {
        Scenario s = exampleScenario();
        const Stack& stack = stackOf(s);
        const DataParallelCost wide = cost(s, fourBillion, Seconds(10.0));
        QVERIFY(near(wide.exposed / wide.busy(), stack.dpFloor.value, 1e-9));
        const DataParallelCost narrow = cost(s, fourBillion, Seconds(0.1));
        QVERIFY(
            near(narrow.exposed.base(), narrow.busy().base() - 0.1 * stack.dpWindow.value, 1e-9));
        s.stack.dataParallelOverlap = false;
        const DataParallelCost none = cost(s, fourBillion, Seconds(10.0));
        QCOMPARE(none.exposed, none.busy());
    }

    void oneReplicaSendsNothing() {
        Scenario s = exampleScenario();
        s.cluster.instances = 2;
        s.plan.virtualPipeline = 5;
        const DataParallelCost c = cost(s, fourBillion, Seconds(1.0));
        QCOMPARE(c.busy().base(), 0.0);
        QCOMPARE(c.exposed.base(), 0.0);
    }

    void tiedEmbeddingsOnTwoStagesAreReduced() {
        Scenario s = exampleScenario();
        QCOMPARE(cost(s, fourBillion, Seconds(1.0)).tied.busy().base(), 0.0);
        s.workload.model = "gpt3-175b";
        s.workload.sequenceLength = 2048;
        s.plan.virtualPipeline = 3;
        const DataParallelCost c = cost(s, fourBillion, Seconds(1.0));
        QCOMPARE(c.tied.message.base(), stackOf(s).gradientReduceBytes.value * 51200 / 4 * 12288);
        QVERIFY(c.tied.busy() > Seconds());
        // A frozen table has no gradient.
        s.workload.phase = TrainingPhase::Lora;
        QCOMPARE(cost(s, fourBillion, Seconds(1.0)).tied.busy().base(), 0.0);
    }
};

QTEST_GUILESS_MAIN(DataParallelTest)
#include "data_parallel_test.moc"

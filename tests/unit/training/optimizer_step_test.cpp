#include "core/training/optimizer_step.h"
#include "core/training/stage_memory.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

OptimizerCost cost(const Scenario& s, const LocalParameters& parameters) {
    return optimizerCost(trained(s).context, parameters);
}

const Stack& stackOf(const Scenario& s) {
    return *findEntry(shippedCatalogue().stacks, s.stack.preset);
}

} // namespace

class OptimizerStepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void zeroOneUpdatesItsShard() {
        const Scenario s = exampleScenario();
        const OptimizerCost c = cost(s, {.dense = 4e9});
        QCOMPARE(c.shard, 4e9 / 32);
        QCOMPARE(c.bytes.base(), stackOf(s).optimizerShardBytes.value * 4e9 / 32 +
                                     stackOf(s).optimizerLocalBytes.value * 4e9);
        QVERIFY(c.time >= c.device);
    }

    void replicasUpdateEverything() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::None;
        QCOMPARE(cost(s, {.dense = 4e9}).bytes.base(),
                 stackOf(s).optimizerUnshardedBytes.value * 4e9);
    }

    // Of 64 ranks of a stage, EP 32 leaves two replicas of an expert.
    void expertsHaveFewerReplicas() {
        const OptimizerCost c = cost(expertScenario(), {.dense = 1e9, .expert = 2e9});
        QCOMPARE(c.shard, 1e9 / 64 + 2e9 / 2);
        QCOMPARE(c.local, 3e9);
    }

    // HSDP repeats the update in each copy: what a GPU updates is what it holds.
    void hybridShardsAreUpdatedInEachCopy() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::Hsdp;
        QCOMPARE(cost(s, {.dense = 4e9}).shard, 4e9 / 2);
        s.plan.zero = ZeroStage::Fsdp;
        QCOMPARE(cost(s, {.dense = 4e9}).shard, 4e9 / 32);
    }

    // 12 bytes of the shard each way over the link to the host, both ways at once.
    void offloadedStatesStreamOverTheLink() {
        Scenario s = exampleScenario();
        s.plan.offload = Offload::Optimizer;
        const Trained t = trained(s);
        const OptimizerCost c = optimizerCost(t.context, {.dense = 4e9});
        QVERIFY(near(c.link.base(), 12.0 * 4e9 / 32 / t->hostLink.value.base(), 1e-12));
        QVERIFY(c.device >= c.link);
        QCOMPARE(cost(exampleScenario(), {.dense = 4e9}).link.base(), 0.0);
    }

    void adaptersAloneAreUpdated() {
        Scenario s = exampleScenario();
        s.workload.phase = TrainingPhase::Lora;
        const Trained t = trained(s);
        const LocalParameters adapters = stageTrained(t.context, 1);
        QVERIFY(adapters.total() < 0.01 * stageParameters(t.context, 1).total());
        QCOMPARE(optimizerCost(t.context, adapters).shard, adapters.total() / 32);
    }
};

QTEST_GUILESS_MAIN(OptimizerStepTest)
#include "optimizer_step_test.moc"

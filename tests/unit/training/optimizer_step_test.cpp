#include "core/training/optimizer_step.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

class OptimizerStepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void zeroOneUpdatesItsShard() {
        const Expected<ResolvedScenario> r = resolve(exampleScenario(), shippedCatalogue());
        const OptimizerCost cost = optimizerCost(makeTrainingContext(*r), 4e9);
        QCOMPARE(cost.shard, 4e9 / 32);
        QCOMPARE(cost.bytes.base(), 30.0 * 4e9 / 32 + 8.0 * 4e9);
        QVERIFY(cost.time >= cost.device);
    }

    void replicasUpdateEverything() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::None;
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        QCOMPARE(optimizerCost(makeTrainingContext(*r), 4e9).bytes.base(), 46.0 * 4e9);
    }
};

QTEST_GUILESS_MAIN(OptimizerStepTest)
#include "optimizer_step_test.moc"

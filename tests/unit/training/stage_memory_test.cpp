#include "core/training/stage_memory.h"
#include "core/training/training_step.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

std::vector<StageMemory> stages(const Scenario& scenario) {
    return memoryByStage(*resolve(scenario, shippedCatalogue()));
}

} // namespace

class StageMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void parametersOfAllStagesAreTheModel() {
        Scenario s = exampleScenario();
        s.plan.tensorParallel = 1;
        const Expected<ResolvedScenario> r = resolve(s, shippedCatalogue());
        const TrainingContext context = makeTrainingContext(*r);
        double sum = 0.0;
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            sum += stageParameters(context, stage);
        }
        QCOMPARE(sum, 70553706496.0); // the model card's 70.6 B
    }

    // arXiv 2205.05198 §4.2.3: first stage of GPT-3 175B, PP 8, v 3, with selective recomputation
    // and sequence parallelism: sbh·34/t·L·(1 + (p−1)/(pv)), and the embedding dropout sbh/t·p of
    // it.
    void firstStageActivationsFollowThePaper() {
        Scenario s;
        s.cluster = {.instance = "dgx-a100", .instances = 8};
        s.workload = {.model = "gpt3-175b",
                      .sequenceLength = 2048,
                      .globalBatch = 64,
                      .precision = Precision::Fp16};
        s.stack.preset = "megatron-lm-2022";
        s.plan.tensorParallel = 8;
        s.plan.pipelineParallel = 8;
        s.plan.virtualPipeline = 3;
        s.plan.zero = ZeroStage::None;
        s.plan.recompute = Recompute::Selective;
        const double sbh = 2048.0 * 12288.0;
        const double factor = 1.0 + 7.0 / 24.0;
        const double expected = sbh / 8 * 34 * 96 * factor + sbh / 8 * 8 * factor;
        QVERIFY(near(stages(s)[0][MemoryPart::Activations].base(), expected, 1e-12));
    }

    void logitsStandOnTheLastStage() {
        const std::vector<StageMemory> all = stages(exampleScenario());
        QCOMPARE(all[0][MemoryPart::Logits].base(), 0.0);
        QCOMPARE(all[3][MemoryPart::Logits].base(), 6.0 * 8192 * 128256 / 4);
    }

    void zeroOneDividesTheOptimizerState() {
        Scenario s = exampleScenario();
        const Bytes sharded = stages(s)[1][MemoryPart::OptimizerState];
        s.plan.zero = ZeroStage::None;
        QVERIFY(near(stages(s)[1][MemoryPart::OptimizerState] / sharded, 32.0, 1e-12));
    }

    void earlierStagesHoldMoreMicroBatches() {
        Scenario s = exampleScenario();
        s.plan.virtualPipeline = 1;
        const std::vector<StageMemory> all = stages(s);
        QVERIFY(
            near(all[0][MemoryPart::Activations] / all[2][MemoryPart::Activations], 2.0, 1e-12));
    }
};

QTEST_GUILESS_MAIN(StageMemoryTest)
#include "stage_memory_test.moc"

#include "core/architecture/parameter_count.h"
#include "core/training/stage_memory.h"
#include "tests/support/training.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;
using namespace roofplan::test;

namespace {

std::vector<StageMemory> stages(const Scenario& scenario) {
    return memoryByStage(resolvedPlan(scenario));
}

double states(const StageMemory& memory) {
    return (memory[MemoryPart::Weights] + memory[MemoryPart::Gradients] +
            memory[MemoryPart::OptimizerState])
        .base();
}

/// 175 B on eight DGX A100 as in arXiv 2205.05198.
Scenario megatronScenario() {
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
    return s;
}

} // namespace

class StageMemoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void parametersOfAllStagesAreTheModel() {
        Scenario s = exampleScenario();
        s.plan.tensorParallel = 1;
        const Trained t = trained(s);
        double sum = 0.0;
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            sum += stageParameters(t.context, stage).total();
        }
        QCOMPARE(sum, 70553706496.0); // the model card's 70.6 B
    }

    // Experts of 32 ranks, the rest once, and the module that predicts a further token.
    void parametersOfAllExpertRanksAreTheModel() {
        const Trained t = trained(expertScenario());
        LocalParameters sum;
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            sum += stageParameters(t.context, stage);
        }
        const ParameterCount count = parameterCount(t->model());
        QCOMPARE(sum.dense + 32.0 * sum.expert,
                 static_cast<double>(count.total() + count.multiTokenPrediction));
    }

    // arXiv 2205.05198 §4.2.3: first stage of GPT-3 175B, PP 8, v 3, with selective recomputation
    // and sequence parallelism: sbh·34/t·L·(1 + (p−1)/(pv)), and the embedding dropout sbh/t·p of
    // it.
    void firstStageActivationsFollowThePaper() {
        const double sbh = 2048.0 * 12288.0;
        const double factor = 1.0 + 7.0 / 24.0;
        const double expected = sbh / 8 * 34 * 96 * factor + sbh / 8 * 8 * factor;
        QVERIFY(
            near(stages(megatronScenario())[0][MemoryPart::Activations].base(), expected, 1e-12));
    }

    void logitsStandOnTheLastStage() {
        const Scenario s = exampleScenario();
        const std::vector<StageMemory> all = stages(s);
        const double bytes =
            findEntry(shippedCatalogue().stacks, s.stack.preset)->logitMemoryBytes.value;
        QCOMPARE(all[0][MemoryPart::Logits].base(), 0.0);
        QCOMPARE(all[3][MemoryPart::Logits].base(), bytes * 8192 * 128256 / 4);
    }

    // arXiv 1910.02054 §5: each stage divides one more state over the 128 replicas.
    void eachZeroStageDividesOneMoreState() {
        Scenario s = exampleScenario();
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        const auto memory = [&s](ZeroStage zero) {
            s.plan.zero = zero;
            return stages(s)[0];
        };
        const StageMemory none = memory(ZeroStage::None);
        const StageMemory one = memory(ZeroStage::Zero1);
        const StageMemory two = memory(ZeroStage::Zero2);
        const StageMemory fsdp = memory(ZeroStage::Fsdp);
        const StageMemory hsdp = memory(ZeroStage::Hsdp);
        const auto ratio = [](const StageMemory& a, const StageMemory& b, MemoryPart part) {
            return a[part] / b[part];
        };
        QVERIFY(near(ratio(none, one, MemoryPart::OptimizerState), 128.0, 1e-12));
        QCOMPARE(one[MemoryPart::Gradients], none[MemoryPart::Gradients]);
        QVERIFY(near(ratio(one, two, MemoryPart::Gradients), 128.0, 1e-12));
        QCOMPARE(two[MemoryPart::Weights], none[MemoryPart::Weights]);
        QVERIFY(near(ratio(two, fsdp, MemoryPart::Weights), 128.0, 1e-12));
        // HSDP divides by the two replicas of a node.
        QVERIFY(near(ratio(none, hsdp, MemoryPart::Weights), 2.0, 1e-12));
        QVERIFY(fsdp.total() < two.total());
        QVERIFY(two.total() < one.total());
        QVERIFY(one.total() < none.total());
    }

    void zeroStagesNeverHoldMoreThanTheOneBefore() {
        QVERIFY(rc::check("FSDP <= ZeRO-2 <= ZeRO-1 <= none, in states", [] {
            Scenario s = *rc::gen::arbitrary<bool>() ? exampleScenario() : expertScenario();
            s.plan.virtualPipeline = 1;
            s.plan.pipelineParallel = *rc::gen::element<std::int64_t>(1, 4);
            s.plan.tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4);
            s.plan.contextParallel = *rc::gen::element<std::int64_t>(1, 2);
            s.plan.expertParallel =
                s.workload.model == "deepseek-v3" ? *rc::gen::element<std::int64_t>(1, 8, 32) : 1;
            double previous = 0.0;
            for (const ZeroStage zero :
                 {ZeroStage::Fsdp, ZeroStage::Zero2, ZeroStage::Zero1, ZeroStage::None}) {
                s.plan.zero = zero;
                // In a pipeline FSDP keeps what it gathered: ZeRO-1's states.
                if (zero == ZeroStage::Zero2 && s.plan.pipelineParallel > 1) {
                    continue;
                }
                const double bytes = states(stages(s)[0]);
                RC_ASSERT(bytes >= previous);
                previous = bytes;
            }
        }));
    }

    // Two replicas of each expert, 64 of the rest.
    void expertsAreShardedOverTheirReplicas() {
        Scenario s = expertScenario();
        const Trained t = trained(s);
        const LocalParameters local = stageParameters(t.context, 1);
        QVERIFY(near(stages(s)[1][MemoryPart::OptimizerState].base(),
                     12.0 * (local.dense / 64 + local.expert / 2), 1e-12));
    }

    void frozenWeightsHaveNoGradientsNorMoments() {
        Scenario s = exampleScenario();
        const StageMemory full = stages(s)[1];
        s.workload.phase = TrainingPhase::Lora;
        const StageMemory lora = stages(s)[1];
        const Trained t = trained(s);
        const double adapters = stageTrained(t.context, 1).total();
        // Rank 16 beside QKV (8192 to 10240 / 4) and output (8192 / 4 to 8192) of 20 layers.
        QCOMPARE(adapters, 20.0 * 16 * (8192 + 10240 / 4 + 8192 / 4 + 8192));
        QCOMPARE(lora[MemoryPart::Gradients].base(), t->stack().gradientBytes.value * adapters);
        QVERIFY(near(lora[MemoryPart::OptimizerState].base(), 12.0 * adapters / 32, 1e-12));
        QCOMPARE(lora[MemoryPart::Weights], full[MemoryPart::Weights]);
        QVERIFY(lora[MemoryPart::Activations] < full[MemoryPart::Activations]);
    }

    // A layer, its join and a second head's inputs on the last stage alone.
    void predictionStandsOnTheLastStage() {
        Scenario s = expertScenario();
        ResolvedScenario with = resolvedPlan(s);
        Transformer without = *with.model;
        without.multiTokenPrediction.reset();
        const std::vector<StageMemory> more = memoryByStage(with);
        with.model = &without;
        const TrainingContext plain = makeTrainingContext(with);
        // Layers lie otherwise with a prediction behind them; the parameters tell it apart.
        double sum = 0.0;
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            sum += stageParameters(plain, stage).total();
        }
        const Trained t = trained(s);
        double all = 0.0;
        for (std::int64_t stage = 0; stage < 4; ++stage) {
            all += stageParameters(t.context, stage).total();
        }
        const LayerKind& kind = t->model().layerKinds[expertLayer];
        QVERIFY(near(all - sum,
                     localLayerParameters(t->model(), kind, t->split).total() +
                         localPredictionParameters(t->model(), 1),
                     1e-9));
        QVERIFY(more[3][MemoryPart::Logits] > more[0][MemoryPart::Logits]);
    }

    void recomputedModulesNeverHoldMore() {
        QVERIFY(rc::check("activations shrink with each module", [] {
            Scenario s = *rc::gen::arbitrary<bool>() ? exampleScenario() : expertScenario();
            const std::vector<StageMemory> none = stages(s);
            s.plan.recompute = Recompute::Selective;
            s.plan.recomputeModules.bits = *rc::gen::inRange<std::uint8_t>(1, 128);
            const std::vector<StageMemory> some = stages(s);
            for (std::size_t stage = 0; stage < none.size(); ++stage) {
                RC_ASSERT(some[stage].total() <= none[stage].total());
            }
        }));
    }

    // Five of the twenty layers of a stage recomputed as a whole: a quarter of the way to all.
    void someLayersAreRecomputedAsAWhole() {
        Scenario s = exampleScenario();
        const auto activations = [&s] { return stages(s)[1][MemoryPart::Activations].base(); };
        const double none = activations();
        s.plan.recompute = Recompute::Full;
        const double all = activations();
        s.plan.recomputeLayers = 5;
        QVERIFY(near(activations(), 0.75 * none + 0.25 * all, 1e-12));
    }

    // Master weights and moments lie with the host; of the activations two layers are here.
    void offloadedStatesLieInTheHost() {
        Scenario s = exampleScenario();
        const StageMemory here = stages(s)[0];
        s.plan.offload = Offload::Optimizer;
        const StageMemory optimizer = stages(s)[0];
        QCOMPARE(optimizer[MemoryPart::OptimizerState].base(), 0.0);
        QCOMPARE(optimizer[MemoryPart::Activations], here[MemoryPart::Activations]);
        s.plan.offload = Offload::Activations;
        const Trained t = trained(s);
        const StageMemory activations = stageMemory(t.context, 0);
        QCOMPARE(activations[MemoryPart::OptimizerState], here[MemoryPart::OptimizerState]);
        QCOMPARE(activations[MemoryPart::Activations],
                 layerActivations(t->model(), t->model().layerKinds[0], t->activation) * 2.0);
        QVERIFY(activations.total() < here.total());
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

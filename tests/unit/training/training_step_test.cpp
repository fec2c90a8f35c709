#include "core/training/training_step.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

TrainingStep step(const Scenario& scenario) {
    return trainingStep(resolvedPlan(scenario), nullptr);
}

double gemmFlops(const std::vector<Term>& list, Phase phase) {
    double sum = 0.0;
    for (const Term& term : list) {
        if (term.phase == phase && term.category == Category::Gemm && term.layerKind == 0) {
            sum += term.flops.base();
        }
    }
    return sum;
}

} // namespace

class TrainingStepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void embeddingAndHeadStandOnTheirStages() {
        Scenario s = exampleScenario();
        // The last of four stages holds the head: it is the slowest, and its terms are in the tree.
        const TrainingStep result = step(s);
        QCOMPARE(result.pacingStage, 3);
        QVERIFY(seconds(termsOf(s), TermName::LmHead) > 0.0);
        QCOMPARE(seconds(termsOf(s), TermName::Embedding), 0.0);
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        QVERIFY(seconds(termsOf(s), TermName::Embedding) > 0.0);
    }

    void interleavingShrinksTheBubble() {
        Scenario s = exampleScenario();
        const double interleaved = seconds(termsOf(s), TermName::PipelineBubble);
        s.plan.virtualPipeline = 1;
        const double plain = seconds(termsOf(s), TermName::PipelineBubble);
        QVERIFY(near(plain / interleaved, 5.0, 1e-9));
    }

    // One module: a layer, a join and a second head more, on the last stage alone.
    void predictionAddsALayerAHeadAndAJoin() {
        Scenario s = expertScenario();
        s.plan.pipelineParallel = 1;
        ResolvedScenario r = resolvedPlan(s);
        const std::vector<Term> with = termsOf(r);
        Transformer without = *r.model;
        without.multiTokenPrediction.reset();
        r.model = &without;
        const std::vector<Term> plain = termsOf(r);
        QVERIFY(near(flops(with, TermName::LmHead), 2.0 * flops(plain, TermName::LmHead), 1e-12));
        // 58 of 61 layers have experts; the module's has them too.
        QVERIFY(near(flops(with, TermName::ExpertUp) / flops(plain, TermName::ExpertUp),
                     59.0 / 58.0, 1e-12));
        QVERIFY(
            near(flops(with, TermName::OutputProjection) / flops(plain, TermName::OutputProjection),
                 62.0 / 61.0, 1e-12));
        QCOMPARE(flops(plain, TermName::PredictionJoin), 0.0);
        // Forward and two gradients of 2h to h.
        QVERIFY(near(flops(with, TermName::PredictionJoin),
                     3.0 * static_cast<double>(r.microBatches) * 2.0 * 4096 * 2 * 7168.0 * 7168.0,
                     1e-12));
        QCOMPARE(flops(with, TermName::Embedding), flops(plain, TermName::Embedding));
    }

    void fullRecomputationRepeatsTheForwardPass() {
        Scenario s = exampleScenario();
        const std::vector<Term> none = termsOf(s);
        s.plan.recompute = Recompute::Full;
        const std::vector<Term> full = termsOf(s);
        QCOMPARE(gemmFlops(none, Phase::Recomputation), 0.0);
        QCOMPARE(gemmFlops(full, Phase::Recomputation), gemmFlops(full, Phase::Forward));
        QVERIFY(step(s).time > step(exampleScenario()).time);
    }

    // Five of the twenty layers of a stage.
    void someLayersAreRepeated() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Full;
        s.plan.recomputeLayers = 5;
        const std::vector<Term> some = termsOf(s);
        QVERIFY(near(gemmFlops(some, Phase::Recomputation), 0.25 * gemmFlops(some, Phase::Forward),
                     1e-12));
        const Seconds part = step(s).time;
        QVERIFY(part > step(exampleScenario()).time);
        s.plan.recomputeLayers.reset();
        QVERIFY(part < step(s).time);
    }

    void selectiveRecomputationRepeatsTheAttentionCore() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Selective;
        int repeated = 0;
        for (const Term& term : termsOf(s)) {
            if (term.phase == Phase::Recomputation) {
                QCOMPARE(term.name, TermName::AttentionCore);
                ++repeated;
            }
        }
        QCOMPARE(repeated, 1);
    }

    void cudaGraphsTakeTheHostOffThePath() {
        Scenario s = exampleScenario();
        s.workload = {.model = "qwen3-0.6b",
                      .tokens = Tokens(1e11),
                      .sequenceLength = 512,
                      .globalBatch = 512};
        s.plan = {};
        s.plan.tensorParallel = 1;
        const double without = seconds(termsOf(s), TermName::HostLaunches);
        QVERIFY(without > 0.0);
        s.stack.cudaGraphs = GraphMode::Partial;
        QVERIFY(seconds(termsOf(s), TermName::HostLaunches) < without);
        s.stack.cudaGraphs = GraphMode::Full;
        QCOMPARE(seconds(termsOf(s), TermName::HostLaunches), 0.0);
    }

    void tensorParallelOverlapHidesItsShare() {
        Scenario s = exampleScenario();
        const double overlapped = seconds(termsOf(s), TermName::TensorParallelCollectives);
        s.stack.tensorParallelOverlap = false;
        const double exposed = seconds(termsOf(s), TermName::TensorParallelCollectives);
        const Stack& stack = *findEntry(shippedCatalogue().stacks, s.stack.preset);
        QVERIFY(near(overlapped / exposed, stack.tpExposed.value, 1e-9));
    }

    void withoutSequenceParallelismItAllReduces() {
        Scenario s = exampleScenario();
        s.plan.sequenceParallel = false;
        int found = 0;
        for (const Term& term : termsOf(s)) {
            if (term.name == TermName::TensorParallelCollectives && term.layerKind == 0) {
                // Two each way, on TP 4: a ring of 2(n−1)/n.
                QCOMPARE(term.derivation.formula, Formula::RingAllReduce);
                ++found;
            }
        }
        QCOMPARE(found, 2);
    }

    // The share a year of everything but the fixed time of a step; today's software pays nothing.
    void softwareAgeAddsItsShare() {
        ResolvedScenario r = resolvedPlan(exampleScenario());
        r.softwareAge = 0.0;
        const std::vector<Term> now = termsOf(r);
        QCOMPARE(seconds(now, TermName::SoftwareAge), 0.0);
        for (const Term& term : now) {
            QVERIFY(term.name != TermName::SoftwareAge);
        }
        const double fixed = seconds(now, TermName::FixedStep);
        const double before = now.front().exposed.base();
        r.softwareAge = 1.5;
        const std::vector<Term> old = termsOf(r);
        const double share = r.stack->agePerYear.value * 1.5;
        QVERIFY(near(seconds(old, TermName::SoftwareAge), share * (before - fixed), 1e-9));
        QVERIFY(near(old.front().exposed.base(), before + share * (before - fixed), 1e-9));
    }

    void frozenWeightsTakeTwoThirdsOfTheGemms() {
        Scenario s = exampleScenario();
        const std::vector<Term> full = termsOf(s);
        s.workload.phase = TrainingPhase::Lora;
        const std::vector<Term> lora = termsOf(s);
        for (const TermName name :
             {TermName::QkvProjection, TermName::GateUpProjection, TermName::LmHead}) {
            QVERIFY(near(flops(lora, name) / flops(full, name), 2.0 / 3.0, 1e-12));
        }
        QCOMPARE(flops(lora, TermName::AttentionCore), flops(full, TermName::AttentionCore));
        QVERIFY(flops(lora, TermName::Adapters) > 0.0);
        QVERIFY(step(s).time < step(exampleScenario()).time);
    }

    void shorterDocumentsNeverTakeLonger() {
        Scenario s = exampleScenario();
        Seconds previous = step(s).time;
        for (const std::int64_t length : {8192, 4096, 2048, 512}) {
            s.workload.documentLength = length;
            const Seconds time = step(s).time;
            QVERIFY(time <= previous);
            previous = time;
        }
    }
};

QTEST_GUILESS_MAIN(TrainingStepTest)
#include "training_step_test.moc"

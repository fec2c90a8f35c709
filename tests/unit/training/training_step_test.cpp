#include "core/training/training_step.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

TrainingStep step(const Scenario& scenario, TermSink* sink = nullptr) {
    const Expected<ResolvedScenario> resolved = resolve(scenario, shippedCatalogue());
    return trainingStep(*resolved, sink);
}

double seconds(const std::vector<Term>& terms, TermName name) {
    double sum = 0.0;
    for (const Term& term : terms) {
        sum += term.name == name ? term.exposed.base() : 0.0;
    }
    return sum;
}

std::vector<Term> terms(const Scenario& scenario) {
    TermSink sink;
    (void)step(scenario, &sink);
    return sink.take();
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
        QVERIFY(seconds(terms(s), TermName::LmHead) > 0.0);
        QCOMPARE(seconds(terms(s), TermName::Embedding), 0.0);
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        QVERIFY(seconds(terms(s), TermName::Embedding) > 0.0);
    }

    void interleavingShrinksTheBubble() {
        Scenario s = exampleScenario();
        const double interleaved = seconds(terms(s), TermName::PipelineBubble);
        s.plan.virtualPipeline = 1;
        const double plain = seconds(terms(s), TermName::PipelineBubble);
        QVERIFY(near(plain / interleaved, 5.0, 1e-9));
    }

    void fullRecomputationRepeatsTheForwardPass() {
        Scenario s = exampleScenario();
        const std::vector<Term> none = terms(s);
        s.plan.recompute = Recompute::Full;
        const std::vector<Term> full = terms(s);
        const auto gemms = [](const std::vector<Term>& list, Phase phase) {
            double flops = 0.0;
            for (const Term& term : list) {
                if (term.phase == phase && term.category == Category::Gemm && term.layerKind == 0) {
                    flops += term.flops.base();
                }
            }
            return flops;
        };
        QCOMPARE(gemms(none, Phase::Recomputation), 0.0);
        QCOMPARE(gemms(full, Phase::Recomputation), gemms(full, Phase::Forward));
        QVERIFY(step(s).time > step(exampleScenario()).time);
    }

    void selectiveRecomputationRepeatsTheAttentionCore() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Selective;
        int repeated = 0;
        for (const Term& term : terms(s)) {
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
        const double without = seconds(terms(s), TermName::HostLaunches);
        QVERIFY(without > 0.0);
        s.stack.cudaGraphs = GraphMode::Partial;
        QVERIFY(seconds(terms(s), TermName::HostLaunches) < without);
        s.stack.cudaGraphs = GraphMode::Full;
        QCOMPARE(seconds(terms(s), TermName::HostLaunches), 0.0);
    }

    void tensorParallelOverlapHidesItsShare() {
        Scenario s = exampleScenario();
        const double overlapped = seconds(terms(s), TermName::TensorParallelCollectives);
        s.stack.tensorParallelOverlap = false;
        const double exposed = seconds(terms(s), TermName::TensorParallelCollectives);
        QVERIFY(near(overlapped / exposed, 0.35, 1e-9));
    }

    void withoutSequenceParallelismItAllReduces() {
        Scenario s = exampleScenario();
        s.plan.sequenceParallel = false;
        int found = 0;
        for (const Term& term : terms(s)) {
            if (term.name == TermName::TensorParallelCollectives && term.layerKind == 0) {
                // Two each way, on TP 4: a ring of 2(n−1)/n.
                QCOMPARE(term.derivation.formula, Formula::RingAllReduce);
                ++found;
            }
        }
        QCOMPARE(found, 2);
    }
};

QTEST_GUILESS_MAIN(TrainingStepTest)
#include "training_step_test.moc"

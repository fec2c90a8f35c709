// Launches that the host makes for a pass, from the facts of the stack.
#include "core/training/layer_launches.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Launches launches(const Scenario& s, Piece piece, Pass pass) {
    const Trained t = trained(s);
    return passLaunches(t.context, piece, pass);
}

const Stack& stackOf(const Scenario& s) {
    return *findEntry(shippedCatalogue().stacks, s.stack.preset);
}

/// On one GPU each, without tensor parallelism.
Scenario plain(const char* model) {
    Scenario s = exampleScenario();
    s.workload.model = model;
    s.plan = {};
    return s;
}

} // namespace

class LayerLaunchesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void parallelismAddsItsOwn() {
        Scenario s = plain("llama-3.1-8b");
        const Stack& stack = stackOf(s);
        const auto forward = [&s] { return launches(s, layerPiece(), Pass::Forward).dense; };
        const auto backward = [&s] { return launches(s, layerPiece(), Pass::Backward).dense; };
        QCOMPARE(forward(), stack.forwardLaunches.value);
        QCOMPARE(backward(), stack.backwardLaunches.value);
        s.plan.tensorParallel = 2;
        QCOMPARE(forward(), stack.forwardLaunches.value + stack.forwardTpLaunches.value);
        s.plan.tensorParallel = 1;
        s.plan.contextParallel = 4;
        QCOMPARE(forward(), stack.forwardLaunches.value + 4 * stack.contextForwardLaunches.value);
        QCOMPARE(backward(),
                 stack.backwardLaunches.value + 4 * stack.contextBackwardLaunches.value);
        s.plan.contextParallel = 1;
        s.plan.zero = ZeroStage::Fsdp;
        QCOMPARE(forward(), stack.forwardLaunches.value + stack.shardForwardLaunches.value);
        QCOMPARE(backward(), stack.backwardLaunches.value + stack.shardBackwardLaunches.value);
    }

    void recomputationLaunchesTheForwardPassAgain() {
        const Scenario s = plain("llama-3.1-8b");
        const Stack& stack = stackOf(s);
        QCOMPARE(launches(s, layerPiece(0, true), Pass::Backward).dense,
                 stack.forwardLaunches.value + stack.backwardLaunches.value);
    }

    // Two projections of attention carry adapters; four linears are cast to 8 bits.
    void adaptersAndCastsAreLaunched() {
        Scenario s = plain("llama-3.1-8b");
        const Stack& stack = stackOf(s);
        s.workload.phase = TrainingPhase::Lora;
        QCOMPARE(launches(s, layerPiece(), Pass::Forward).dense,
                 stack.forwardLaunches.value + 2 * stack.adapterForwardLaunches.value);
        s.workload.phase = TrainingPhase::Pretrain;
        s.workload.precision = Precision::Fp8;
        QCOMPARE(launches(s, layerPiece(), Pass::Backward).dense,
                 stack.backwardLaunches.value + 4 * stack.castLaunches.value);
    }

    void latentAttentionAddsKernels() {
        const Scenario s = plain("deepseek-v3");
        const Stack& stack = stackOf(s);
        const Launches dense = launches(s, layerPiece(0), Pass::Forward);
        QCOMPARE(dense.dense, stack.forwardLaunches.value + stack.latentForwardLaunches.value);
        QCOMPARE(dense.expertPath, 0.0);
    }

    // The router's path, and each expert of the rank.
    void expertsAreLaunchedOneByOne() {
        Scenario s = expertScenario(); // EP 32: 8 of 256 experts a rank
        const Stack& stack = stackOf(s);
        const auto total = [&s](Pass pass) {
            return launches(s, layerPiece(expertLayer), pass).expertPath;
        };
        QCOMPARE(total(Pass::Forward),
                 stack.expertPathForwardLaunches.value + 8 * stack.expertForwardLaunches.value);
        QCOMPARE(total(Pass::Backward),
                 stack.expertPathBackwardLaunches.value + 8 * stack.expertBackwardLaunches.value);
        s.workload.precision = Precision::Fp8;
        QCOMPARE(total(Pass::Forward), stack.expertPathForwardLaunches.value +
                                           8 * (stack.expertForwardLaunches.value +
                                                stack.expertCastForwardLaunches.value));
    }

    void embeddingAndHeadHaveTheirOwn() {
        const Scenario s = plain("llama-3.1-8b");
        const Stack& stack = stackOf(s);
        QCOMPARE(launches(s, {.part = Piece::Part::Embedding}, Pass::Forward).dense,
                 stack.embeddingLaunches.value);
        QCOMPARE(launches(s, {.part = Piece::Part::Head}, Pass::Forward).dense,
                 stack.lossForwardLaunches.value);
        QCOMPARE(launches(s, {.part = Piece::Part::Head}, Pass::Backward).dense,
                 stack.lossBackwardLaunches.value);
    }
};

QTEST_GUILESS_MAIN(LayerLaunchesTest)
#include "layer_launches_test.moc"

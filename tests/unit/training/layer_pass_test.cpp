#include "core/training/layer_pass.h"
#include "tests/support/training.h"

#include <QTest>

#include <numeric>

using namespace roofplan;
using namespace roofplan::test;

namespace {

PassCost cost(const Scenario& scenario, Piece piece, Pass pass) {
    return passCost(trained(scenario).context, piece, pass);
}

double sum(const BoundSeconds& bounds) {
    return std::accumulate(bounds.begin(), bounds.end(), 0.0);
}

} // namespace

class LayerPassTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Four GEMMs beside what the stack launches; backward eight.
    void gemmsLaunchThemselves() {
        const Scenario s = exampleScenario();
        const Stack& stack = *findEntry(shippedCatalogue().stacks, s.stack.preset);
        QCOMPARE(cost(s, layerPiece(), Pass::Forward).launches.dense,
                 stack.forwardLaunches.value + stack.forwardTpLaunches.value + 4);
        QCOMPARE(cost(s, layerPiece(), Pass::Backward).launches.dense,
                 stack.backwardLaunches.value + stack.backwardTpLaunches.value + 8);
        QCOMPARE(cost(s, {.part = Piece::Part::Head}, Pass::Forward).launches.dense,
                 stack.lossForwardLaunches.value + 1);
    }

    void timeIsTheSoftMaximumOfDeviceAndHost() {
        const Trained t = trained(exampleScenario());
        const PassCost c = passCost(t.context, layerPiece(), Pass::Forward);
        QVERIFY(c.time >= c.work.device && c.time >= c.host);
        QCOMPARE(c.host, t->launch.dense * c.launches.dense);
        QCOMPARE(c.time, normSum(c.work.device, c.host, t->stack().hostExponent.value));
        QCOMPARE(normSum(Seconds(3.0), Seconds(4.0), 2.0).base(), 5.0);
        QCOMPARE(normSum(Seconds(), Seconds(), 8.0).base(), 0.0);
        QVERIFY(near(sum(c.work.bounds), c.time.base(), 1e-12));
    }

    // Token counts are read back: the host of an expert layer hides less.
    void expertsWaitForTheHost() {
        const Trained t = trained(expertScenario());
        const PassCost dense = passCost(t.context, layerPiece(0), Pass::Forward);
        const PassCost experts = passCost(t.context, layerPiece(expertLayer), Pass::Forward);
        QCOMPARE(dense.hostExponent, t->stack().hostExponent.value);
        QCOMPARE(experts.hostExponent, t->stack().expertHostExponent.value);
        QCOMPARE(dense.launches.expertPath, 0.0);
        QCOMPARE(experts.host, t->launch.dense * experts.launches.dense +
                                   t->launch.expertPath * experts.launches.expertPath);
        QVERIFY(near(sum(experts.work.bounds), experts.time.base(), 1e-12));
    }

    void qwenNormsItsQueriesAndKeys() {
        Scenario s = exampleScenario();
        const double without = cost(s, layerPiece(), Pass::Forward).work.gapCount;
        s.workload.model = "qwen3-32b";
        s.plan.virtualPipeline = 4;
        QCOMPARE(cost(s, layerPiece(), Pass::Forward).work.gapCount, without + 1.0);
    }

    // Recomputing a module adds its forward kernels to the backward pass, gaps and launches of
    // GEMMs included, and nothing else.
    void recomputedModulesAddTheirForwardKernels() {
        for (const RecomputeModule module :
             {RecomputeModule::CoreAttention, RecomputeModule::LatentUp, RecomputeModule::Norms,
              RecomputeModule::Activation}) {
            Scenario s = expertScenario();
            s.plan.expertParallel = 1;
            const Trained none = trained(s);
            s.plan.recompute = Recompute::Selective;
            s.plan.recomputeModules.bits =
                static_cast<std::uint8_t>(1U << static_cast<unsigned>(module));
            const Trained some = trained(s);
            Seconds added;
            double gemms = 0.0;
            visitRecomputed(some->model(), some->model().layerKinds[expertLayer], some->layer,
                            some->device, s.plan.recomputeModules, [&](const Kernel& k) {
                                added += k.cost.time;
                                added += std::holds_alternative<MemoryWork>(k.work)
                                             ? some->kernelGap
                                             : Seconds();
                                gemms += k.category == Category::Gemm ? 1.0 : 0.0;
                            });
            const PassCost without =
                passCost(none.context, layerPiece(expertLayer), Pass::Backward);
            const PassCost with = passCost(some.context, layerPiece(expertLayer), Pass::Backward);
            QVERIFY(added > Seconds());
            QVERIFY(near((with.work.device - without.work.device).base(), added.base(), 1e-9));
            QCOMPARE(with.launches.dense - without.launches.dense, gemms);
            QCOMPARE(passCost(some.context, layerPiece(expertLayer), Pass::Forward).time,
                     passCost(none.context, layerPiece(expertLayer), Pass::Forward).time);
        }
    }

    void exchangesAreOfTheDomainOrTheNetwork() {
        const PassCost dense = cost(exampleScenario(), layerPiece(), Pass::Forward);
        QVERIFY(dense.work.exposedNvlink > Seconds());
        QCOMPARE(dense.work.exposedNetwork.base(), 0.0);
        const PassCost experts = cost(expertScenario(), layerPiece(expertLayer), Pass::Forward);
        QVERIFY(experts.work.exposedNetwork > Seconds());
        QCOMPARE(experts.work.exposedNvlink.base(), 0.0);
    }
};

QTEST_GUILESS_MAIN(LayerPassTest)
#include "layer_pass_test.moc"

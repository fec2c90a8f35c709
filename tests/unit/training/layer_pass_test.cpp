#include "core/training/layer_pass.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

PassCost cost(const Scenario& scenario, Piece::Part part, Pass pass) {
    const Expected<ResolvedScenario> r = resolve(scenario, shippedCatalogue());
    const auto kind = static_cast<std::int16_t>(part == Piece::Part::Layer ? 0 : -1);
    return passCost(makeTrainingContext(*r), {.part = part, .kind = kind}, pass);
}

} // namespace

class LayerPassTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // arXiv 2205.05198 §4.2.2: with sequence parallelism four gathers and scatters forward;
    // backward two more, since the input of a linear is gathered again.
    void countsTensorParallelCollectives() {
        Scenario s = exampleScenario();
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Forward).tensorCalls, 4.0);
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Backward).tensorCalls, 6.0);
        s.plan.recompute = Recompute::Full;
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Backward).tensorCalls, 10.0);
        s.plan.sequenceParallel = false;
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Forward).tensorCalls, 2.0);
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Backward).tensorCalls, 4.0);
    }

    // 12 + 4 for tensor parallelism + 4 GEMMs; backward 26 + 6 + 8.
    void countsHostLaunches() {
        const Scenario s = exampleScenario();
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Forward).launches, 20.0);
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Backward).launches, 40.0);
        QCOMPARE(cost(s, Piece::Part::Head, Pass::Forward).launches, 15.0);
        QCOMPARE(cost(s, Piece::Part::Embedding, Pass::Forward).launches, 4.0);
    }

    void timeIsTheSoftMaximumOfDeviceAndHost() {
        const PassCost c = cost(exampleScenario(), Piece::Part::Layer, Pass::Forward);
        QVERIFY(c.time >= c.device && c.time >= c.host);
        QVERIFY(near(c.host.base(), 20 * 16e-6, 1e-12));
        QCOMPARE(normSum(Seconds(3.0), Seconds(4.0), 2.0).base(), 5.0);
        QCOMPARE(normSum(Seconds(), Seconds(), 8.0).base(), 0.0);
        double bounds = 0.0;
        for (const double seconds : c.bounds) {
            bounds += seconds;
        }
        QVERIFY(near(bounds, c.time.base(), 1e-12));
    }

    void qwenNormsItsQueriesAndKeys() {
        Scenario s = exampleScenario();
        const double without = cost(s, Piece::Part::Layer, Pass::Forward).gapCount;
        s.workload.model = "qwen3-32b";
        s.plan.virtualPipeline = 4;
        QCOMPARE(cost(s, Piece::Part::Layer, Pass::Forward).gapCount, without + 1.0);
    }
};

QTEST_GUILESS_MAIN(LayerPassTest)
#include "layer_pass_test.moc"

// Strong and weak scaling.
#include "core/sweep/scaling.h"
#include "tests/support/findings.h"
#include "tests/support/sweeps.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

RegionMap scaled(const Scenario& base,
                 Scaling scaling,
                 PlanChoice plan,
                 const Catalogue& catalogue = shippedCatalogue()) {
    return sweepMap(
        gridOf(scalingRequest(base, doubledSizes(base, 4, catalogue), scaling, plan), catalogue),
        catalogue);
}

/// No stragglers, no fixed time, no data-parallel traffic that shows.
Catalogue idealCatalogue() {
    Catalogue catalogue = shippedCatalogue();
    for (Stack& stack : catalogue.stacks) {
        stack.jitterPerDoubling.value = 0.0;
        stack.fixedStep.value = Seconds();
        stack.dpFloor.value = 0.0;
        stack.dpWindow.value = 1e9;
    }
    return catalogue;
}

/// Replicas alone: nothing is sharded over them.
Scenario replicas() {
    Scenario s = smallScenario();
    s.plan = {.tensorParallel = 8, .zero = ZeroStage::None};
    return s;
}

} // namespace

class ScalingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Replicas that wait for nothing: the step is as long on any number of them.
    void replicasThatWaitForNothingScaleWeaklyWithoutLoss() {
        const Catalogue ideal = idealCatalogue();
        const RegionMap map = scaled(replicas(), Scaling::Weak, PlanChoice::Fixed, ideal);
        const auto efficiency = scalingEfficiency(map);
        QCOMPARE(efficiency.size(), std::size_t(5));
        for (std::size_t i = 0; i < efficiency.size(); ++i) {
            QCOMPARE(map.cells[i].gpus, std::int64_t(16) << i);
            QCOMPARE(map.cells[i].globalBatch, std::int64_t(64) << i);
            QVERIFY(near(*efficiency[i], 1.0, 1e-12));
        }
    }

    // 64 sequences over 2 to 32 replicas: the batch stays, micro-batches run out, waiting grows.
    void strongScalingKeepsTheBatchAndLoses() {
        const RegionMap map = scaled(replicas(), Scaling::Strong, PlanChoice::Fixed);
        const auto efficiency = scalingEfficiency(map);
        QCOMPARE(*efficiency.front(), 1.0);
        for (std::size_t i = 1; i < efficiency.size(); ++i) {
            QCOMPARE(map.cells[i].globalBatch, std::int64_t(64));
            QVERIFY(*efficiency[i] < *efficiency[i - 1]);
            const double speedUp = map.cells[0].stepTime / map.cells[i].stepTime;
            QVERIFY(near(*efficiency[i], speedUp / static_cast<double>(1 << i), 1e-12));
        }
    }

    void theBestPlanScalesNoWorseThanAFixedOne() {
        const RegionMap fixed = scaled(replicas(), Scaling::Strong, PlanChoice::Fixed);
        const RegionMap best = scaled(replicas(), Scaling::Strong, PlanChoice::Best);
        for (std::size_t i = 0; i < fixed.cells.size(); ++i) {
            QVERIFY(best.cells[i].stepTime <= fixed.cells[i].stepTime);
        }
    }

    void whatDoesNotFitHasNoEfficiency() {
        Scenario s = replicas();
        s.cluster.instances = 1;
        s.workload.model = "llama-3.1-70b";
        s.plan.zero = ZeroStage::Fsdp;
        const RegionMap map = scaled(s, Scaling::Weak, PlanChoice::Fixed);
        const auto efficiency = scalingEfficiency(map);
        QCOMPARE(map.cells.front().state, CellState::TooLarge);
        QVERIFY(!efficiency.front());
        QVERIFY(efficiency.back().has_value());
        const auto first = std::ranges::find_if(efficiency, [](const auto& e) { return !!e; });
        QCOMPARE(**first, 1.0);
    }

    void aBatchInProportionNeedsGpus() {
        const auto refused = [](const char* key, const char* value) {
            const auto grid = makeGrid({.base = smallScenario(),
                                        .axes = {axisOf(key, {value}), axisOf("gpus", {"8"})},
                                        .batch = BatchRule::InProportion},
                                       shippedCatalogue());
            return !grid && find(grid.error(), "sweep.proportion") != nullptr;
        };
        QVERIFY(refused("global_batch", "64"));
        QVERIFY(!refused("tp", "2"));
        const auto none = makeGrid({.base = smallScenario(),
                                    .axes = {axisOf("tp", {"2"})},
                                    .batch = BatchRule::InProportion},
                                   shippedCatalogue());
        QVERIFY(!none.has_value());
        QVERIFY(text(&none.error().front()).contains(QStringLiteral("allowed: gpus")));
    }
};

QTEST_GUILESS_MAIN(ScalingTest)
#include "scaling_test.moc"

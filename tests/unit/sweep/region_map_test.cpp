// A map is evaluate() at each of its points, whoever asks and in whatever order.
#include "core/sweep/region_map.h"
#include "tests/support/findings.h"
#include "tests/support/sweeps.h"

#include <QTest>

#include <algorithm>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// Beside `cell`, whose plan is put into the question; 0 where it is no plan.
int differsFromEvaluate(const RegionMap& map, std::size_t index) {
    const MapCell& cell = map.cells[index];
    Expected<Scenario> scenario = scenarioAt(map.grid, index, shippedCatalogue());
    if (map.grid.request.plan == PlanChoice::Best) {
        scenario->plan = cell.plan;
    }
    const Expected<Result> result = evaluate(*scenario, shippedCatalogue());
    if (!result) {
        return cell.state == CellState::Failed && cell.reasons == result.error() ? 0 : 1;
    }
    if (!result->feasible) {
        return cell.state == CellState::TooLarge && cell.memoryPeak == result->headline.memoryPeak
                   ? 0
                   : 2;
    }
    const Headline& h = result->headline;
    const bool same = cell.state == CellState::Fits && cell.bound == result->bound &&
                      cell.stepTime == h.stepTime && cell.timeToTrain == h.timeToTrain &&
                      cell.cost == h.cost && cell.billedTime == h.billedTime && cell.mfu == h.mfu &&
                      cell.tokensPerSecond == h.tokensPerSecond &&
                      cell.tokensPerSecondPerGpu == h.tokensPerSecondPerGpu &&
                      cell.exposedCommunication == h.exposedCommunication &&
                      cell.memoryPeak == h.memoryPeak && cell.memoryCapacity == h.memoryCapacity &&
                      cell.plan == result->plan && cell.gpus == result->gpus &&
                      cell.globalBatch == scenario->workload.globalBatch;
    return same ? 0 : 3;
}

} // namespace

class RegionMapTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void aFixedPlanIsEvaluatedAtEachPoint() {
        const RegionMap map =
            sweepMap(gridOf({.base = exampleScenario(),
                             .axes = {axisOver("gpus", "64", "1024", 20, Spacing::Linear),
                                      axisOf("recompute", {"none", "selective", "full"})}}),
                     shippedCatalogue());
        for (std::size_t i = 0; i < map.cells.size(); ++i) {
            QCOMPARE(differsFromEvaluate(map, i), 0);
        }
        const auto fit = std::ranges::count(map.cells, CellState::Fits, &MapCell::state);
        QVERIFY(fit > 0);
        // 16 GPUs a replica do not divide 8·odd.
        const auto failed = std::ranges::find(map.cells, CellState::Failed, &MapCell::state);
        QVERIFY(failed != map.cells.end());
        QVERIFY(!failed->reasons.empty());
    }

    void theBestPlanIsSearchedAtEachPoint() {
        const RegionMap map = sweepMap(gridOf(smallMap()), shippedCatalogue());
        int searched = 0;
        for (std::size_t i = 0; i < map.cells.size(); ++i) {
            const MapCell& cell = map.cells[i];
            QCOMPARE(differsFromEvaluate(map, i), 0);
            const auto base =
                resolveForSearch(*scenarioAt(map.grid, i, shippedCatalogue()), shippedCatalogue());
            QCOMPARE(cell.plan, searchPlans(*base, {.most = 1}).plans.front().plan);
            ++searched;
        }
        QVERIFY(searched > 20);
    }

    void fieldsOfThePlanThatAreAnAxisArePinned() {
        SweepRequest request{
            .base = smallScenario(),
            .axes = {axisOf("tp", {"1", "2", "4"}), axisOf("recompute", {"none", "full"})},
            .plan = PlanChoice::Best};
        request.base.plan.pipelineParallel = 2;
        request.pinned.pin(PlanField::PipelineParallel);
        const RegionMap map = sweepMap(gridOf(request), shippedCatalogue());
        for (std::size_t column = 0; column < 3; ++column) {
            for (std::size_t row = 0; row < 2; ++row) {
                const ParallelPlan& plan = map.at(column, row).plan;
                QCOMPARE(plan.tensorParallel, std::int64_t(1) << column);
                QCOMPARE(plan.recompute, row == 0 ? Recompute::None : Recompute::Full);
                QCOMPARE(plan.pipelineParallel, std::int64_t(2));
            }
        }
    }

    // 3 ranks divide no heads, and DP 3 pinned needs GPUs that 3 divides.
    void whereNoPlanIsLegalTheReasonIsKept() {
        const RegionMap map =
            sweepMap(gridOf({.base = smallScenario(),
                             .axes = {axisOf("dp", {"2", "3"}), axisOf("gpus", {"16", "24"})},
                             .plan = PlanChoice::Best}),
                     shippedCatalogue());
        QCOMPARE(map.at(0, 0).state, CellState::Fits);
        QCOMPARE(map.at(0, 0).plan.dataParallel, std::optional<std::int64_t>(2));
        QCOMPARE(map.at(1, 1).state, CellState::Fits);
        QCOMPARE(map.at(1, 0).state, CellState::Failed);
        QCOMPARE(map.at(1, 0).reasons.front().code, std::string("sweep.no_plan"));
        QCOMPARE(map.at(1, 0).reasons[1].place, std::string("dp"));
        QVERIFY(map.at(1, 0).reasons.size() <= 3);
    }

    void whereNothingFitsTheNearestPlanIsKept() {
        SweepRequest request{.base = smallScenario(),
                             .axes = {axisOf("instances", {"1"})},
                             .plan = PlanChoice::Best};
        request.base.workload.model = "llama-3.1-405b";
        const RegionMap map = sweepMap(gridOf(request), shippedCatalogue());
        const MapCell& cell = map.cells.front();
        QCOMPARE(cell.state, CellState::TooLarge);
        QVERIFY(cell.memoryPeak > cell.memoryCapacity);
        QVERIFY(!cell.cost);
        QCOMPARE(differsFromEvaluate(map, 0), 0);
    }

    void anyNumberOfThreadsFindsTheSame() {
        SweepRequest request = smallMap();
        request.axes[1] = axisOf("seq_len", {"2048", "4096", "8192"});
        for (const SweepRequest& each : {smallMap(), request, smallMap(PlanChoice::Fixed)}) {
            const SweepGrid grid = gridOf(each);
            const RegionMap one = sweepMap(grid, shippedCatalogue());
            QVERIFY(one == sweepMap(grid, shippedCatalogue(), {.threads = 2}));
            QVERIFY(one == sweepMap(grid, shippedCatalogue(), {.threads = 5}));
        }
    }

    // What a map of another model leaves behind is not used, what one of the same leaves is.
    void whatOneMapKeepsServesTheNext() {
        SweepRequest other = smallMap();
        other.base.workload.model = "llama-3.1-70b";
        SweepWorks works;
        for (const SweepRequest& request : {smallMap(), other, smallMap(), smallMap()}) {
            const SweepGrid grid = gridOf(request);
            QVERIFY(sweepMap(grid, shippedCatalogue(), {.threads = 2}, works) ==
                    sweepMap(grid, shippedCatalogue()));
        }
    }

    void theRunnerUpIsTheSecondLargestPart() {
        const RegionMap map = sweepMap(
            gridOf({.base = exampleScenario(), .axes = {axisOf("tp", {"4"})}}), shippedCatalogue());
        const Result result = *evaluate(exampleScenario(), shippedCatalogue());
        auto parts = result.exposedByBound;
        Seconds sum;
        for (const Seconds part : parts) {
            sum += part;
        }
        QVERIFY(near(sum.base(), result.headline.stepTime.base(), 1e-12));
        const Seconds runnerUp = parts[static_cast<std::size_t>(map.cells.front().runnerUp)];
        std::ranges::sort(parts, std::greater<>());
        QCOMPARE(runnerUp, parts[1]);
        QCOMPARE(map.cells.front().margin, 1.0 - parts[1] / parts[0]);
    }

    void eachPassReportsWhatIsKnown() {
        SweepRequest request = smallMap(PlanChoice::Fixed);
        request.axes[1] = axisOver("global_batch", "1", "100", 100, Spacing::Linear);
        std::vector<std::ptrdiff_t> pending;
        const SweepOptions options{
            .threads = 2, .afterPass = [&](const RegionMap& map, Stride stride) {
                for (std::size_t row = 0; row < map.grid.rows(); row += stride.row) {
                    for (std::size_t column = 0; column < map.grid.columns();
                         column += stride.column) {
                        QVERIFY(map.at(column, row).state != CellState::Pending);
                    }
                }
                pending.push_back(
                    std::ranges::count(map.cells, CellState::Pending, &MapCell::state));
            }};
        (void)sweepMap(gridOf(request), shippedCatalogue(), options);
        QVERIFY(pending.size() > 2);
        QVERIFY(std::ranges::is_sorted(pending, std::greater<>()));
        QCOMPARE(pending.back(), std::ptrdiff_t(0));
    }

    void aMapThatIsCancelledKeepsWhatItHas() {
        SweepRequest request = smallMap();
        request.axes[1] = axisOver("global_batch", "1", "100", 100, Spacing::Linear);
        std::atomic<bool> cancelled{false};
        RegionMap first;
        const SweepOptions options{
            .threads = 2, .cancelled = &cancelled, .afterPass = [&](const RegionMap& map, Stride) {
                first = map;
                cancelled = true;
            }};
        const RegionMap map = sweepMap(gridOf(request), shippedCatalogue(), options);
        QVERIFY(map.cancelled);
        QVERIFY(map.cells == first.cells);
        QVERIFY(std::ranges::count(map.cells, CellState::Pending, &MapCell::state) > 100);
        const RegionMap none = sweepMap(gridOf(request), shippedCatalogue(), options);
        QCOMPARE(std::ranges::count(none.cells, CellState::Pending, &MapCell::state),
                 static_cast<std::ptrdiff_t>(none.cells.size()));
    }
};

QTEST_GUILESS_MAIN(RegionMapTest)
#include "region_map_test.moc"

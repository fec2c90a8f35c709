// The order of cells.
#include "core/sweep/passes.h"
#include "tests/support/sweeps.h"

#include <QTest>

#include <set>

using namespace roofplan;
using namespace roofplan::test;

class PassesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void everyCellIsAskedOnceAndTheStrideIsKnown() {
        const SweepGrid grid =
            gridOf({.base = exampleScenario(),
                    .axes = {axisOver("gpus", "8", "4096", 40, Spacing::Linear),
                             axisOver("global_batch", "16", "8192", 33, Spacing::Linear)}});
        std::set<std::size_t> known;
        const auto passes = passesOf(grid);
        QVERIFY(passes.size() > 3);
        QVERIFY(passes.front().cells.size() <= 64);
        QCOMPARE(passes.back().stride, (Stride{1, 1}));
        for (const MapPass& pass : passes) {
            for (const std::size_t cell : pass.cells) {
                QVERIFY(known.insert(cell).second);
            }
            for (std::size_t row = 0; row < grid.rows(); row += pass.stride.row) {
                for (std::size_t column = 0; column < grid.columns();
                     column += pass.stride.column) {
                    QVERIFY(known.contains(row * grid.columns() + column));
                }
            }
        }
        QCOMPARE(known.size(), grid.cells());
    }

    // One sequence length after the other, whichever axis it is.
    void neighboursInPhysicsStandTogether_data() {
        QTest::addColumn<bool>("onColumns");
        QTest::newRow("columns") << true;
        QTest::newRow("rows") << false;
    }

    void neighboursInPhysicsStandTogether() {
        QFETCH(bool, onColumns);
        std::vector<AxisRequest> requests{axisOf("seq_len", {"1024", "2048", "4096"}),
                                          axisOf("global_batch", {"16", "32", "64", "128"})};
        if (!onColumns) {
            std::swap(requests[0], requests[1]);
        }
        const SweepGrid grid = gridOf({.base = exampleScenario(), .axes = requests});
        const auto passes = passesOf(grid);
        QCOMPARE(passes.size(), std::size_t(1));
        int changes = 0;
        std::int64_t length = 0;
        for (const std::size_t cell : passes.front().cells) {
            const auto scenario = scenarioAt(grid, cell, shippedCatalogue());
            changes += scenario->workload.sequenceLength != length ? 1 : 0;
            length = scenario->workload.sequenceLength;
        }
        QCOMPARE(changes, 3);
    }
};

QTEST_GUILESS_MAIN(PassesTest)
#include "passes_test.moc"

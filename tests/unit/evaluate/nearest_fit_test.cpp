#include "core/evaluate/nearest_fit.h"
#include "core/scenario/field_table.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Scenario tooLarge() {
    Scenario s = exampleScenario();
    s.plan.tensorParallel = 2;
    s.plan.pipelineParallel = 2;
    s.plan.virtualPipeline = 1;
    s.plan.microBatch = 4;
    s.plan.dataParallel = 128;
    return s;
}

Scenario applied(Scenario s, const Fix& fix) {
    for (const FieldChange& change : fix.changes) {
        s = *withField(s, *findField(change.key), change.to, shippedCatalogue());
    }
    return s;
}

} // namespace

class NearestFitTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void everyFixFitsWhenItsFieldsAreSet() {
        const Scenario s = tooLarge();
        QVERIFY(!evaluate(s, shippedCatalogue())->feasible);
        const std::vector<Fix> fixes = nearestFixes(s, shippedCatalogue());
        QVERIFY(!fixes.empty());
        QVERIFY(fixes.size() <= 3);
        for (const Fix& fix : fixes) {
            const Expected<Result> result = evaluate(applied(s, fix), shippedCatalogue());
            QVERIFY(result.has_value());
            QVERIFY(result->feasible);
            QCOMPARE(result->headline.memoryPeak, fix.memoryPeak);
            QCOMPARE(result->headline.stepTime, fix.stepTime);
        }
    }

    // Settings before purchases, and of those the fastest first.
    void theFastestStandsFirst() {
        const std::vector<Fix> fixes = nearestFixes(tooLarge(), shippedCatalogue());
        const auto buys = [](const Fix& fix) { return fix.changes.front().key == "instances"; };
        for (std::size_t i = 1; i < fixes.size(); ++i) {
            QVERIFY(buys(fixes[i]) || !buys(fixes[i - 1]));
            QVERIFY(buys(fixes[i]) != buys(fixes[i - 1]) ||
                    fixes[i - 1].stepTime <= fixes[i].stepTime);
        }
    }

    // A custom cluster grows by GPUs.
    void aCustomClusterIsOfferedMoreGpus() {
        Scenario s = exampleScenario();
        s.cluster.instance = std::string(customInstance);
        s.cluster.custom = {
            .gpu = "h200-sxm", .gpus = 8, .networkPerGpu = Bandwidth(50e9), .fabric = "efa-v3"};
        s.plan = {.tensorParallel = 8};
        const std::vector<Fix> fixes = nearestFixes(s, shippedCatalogue());
        QVERIFY(!fixes.empty());
        QCOMPARE(fixes.front().changes.front().key, std::string("gpus"));
        QCOMPARE(fixes.front().changes.front().to, std::string("16"));
        QVERIFY(evaluate(applied(s, fixes.front()), shippedCatalogue())->feasible);
    }

    void offersTheLargestMicroBatchThatFits() {
        Scenario s = exampleScenario();
        s.plan.microBatch = 3;
        const std::vector<Fix> fixes = nearestFixes(s, shippedCatalogue());
        bool offered = false;
        for (const Fix& fix : fixes) {
            const FieldChange& change = fix.changes.front();
            offered = offered || (change.key == "micro_batch" && change.to == "2");
        }
        QVERIFY(offered);
    }

    void twoFieldsWhereOneIsNotEnough() {
        Scenario s = exampleScenario();
        s.workload.model = "megatron-1t";
        s.workload.sequenceLength = 2048;
        s.plan = {};
        const std::vector<Fix> fixes = nearestFixes(s, shippedCatalogue());
        for (const Fix& fix : fixes) {
            QVERIFY(evaluate(applied(s, fix), shippedCatalogue())->feasible);
        }
    }
};

QTEST_GUILESS_MAIN(NearestFitTest)
#include "nearest_fit_test.moc"

// The longest sequence and the largest micro-batch against trying every one.
#include "core/search/cluster_candidates.h"
#include "core/search/plan_limits.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// Small enough to try every plan, large enough that a sequence of some length does not fit.
Scenario smallScenario(const char* model = "llama-3.1-8b", const char* instance = "p4d.24xlarge") {
    Scenario s = exampleScenario();
    s.cluster = {.instance = instance, .instances = 1};
    s.workload.model = model;
    s.workload.globalBatch = 8;
    return s;
}

bool anythingFits(Scenario scenario, std::int64_t tokens, const SearchOptions& options) {
    scenario.workload.sequenceLength = tokens;
    const auto resolved = resolveForSearch(scenario, shippedCatalogue());
    return resolved && !searchPlans(*resolved, options).plans.empty();
}

} // namespace

class PlanLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void theLongestSequenceIsTheLastThatFits_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("instance");
        QTest::addColumn<int>("instances");
        QTest::addColumn<bool>("pinned"); ///< no offload and no full recomputation, TP 2
        QTest::newRow("dense") << "llama-3.1-8b"
                               << "p4d.24xlarge" << 1 << true;
        QTest::newRow("three nodes") << "llama-3.1-8b"
                                     << "p4d.24xlarge" << 3 << true;
        QTest::newRow("experts") << "mixtral-8x7b"
                                 << "p5en.48xlarge" << 1 << true;
        QTest::newRow("all settings") << "llama-3.1-8b"
                                      << "g6e.48xlarge" << 1 << false;
    }

    void theLongestSequenceIsTheLastThatFits() {
        QFETCH(QString, model);
        QFETCH(QString, instance);
        QFETCH(int, instances);
        QFETCH(bool, pinned);
        Scenario s = smallScenario();
        s.workload.model = model.toStdString();
        s.cluster.instance = instance.toStdString();
        s.cluster.instances = instances;
        SearchOptions options{.most = 1};
        if (pinned) {
            s.plan.tensorParallel = 2;
            s.plan.pipelineParallel = 1;
            options.space.pinned = {PlanField::TensorParallel, PlanField::PipelineParallel,
                                    PlanField::Recompute, PlanField::Offload};
        }
        const auto found = longestSequence(s, shippedCatalogue(), options);
        QVERIFY(found && *found);
        const std::int64_t tokens = (*found)->tokens;
        QCOMPARE(tokens % sequenceGranularity, std::int64_t{0});
        QVERIFY(anythingFits(s, tokens, options));
        // Every longer one up to half as much again, and some far beyond.
        for (std::int64_t longer = tokens + sequenceGranularity;
             longer <= std::min<std::int64_t>(tokens * 3 / 2, tokens + 48 * sequenceGranularity);
             longer += sequenceGranularity) {
            QVERIFY2(!anythingFits(s, longer, options), qPrintable(QString::number(longer)));
        }
        QVERIFY(!anythingFits(s, 2 * tokens, options));
        QVERIFY(!(*found)->atLimit);
        s.workload.sequenceLength = tokens;
        const auto resolved = resolveForSearch(s, shippedCatalogue());
        QVERIFY((*found)->plan == searchPlans(*resolved, options).plans.front());
    }

    void whereNothingFitsThereIsNoLongest() {
        Scenario s = smallScenario("llama-3.1-405b");
        const auto found = longestSequence(s, shippedCatalogue(), {});
        QVERIFY(found && !*found);
        QVERIFY(!largestMicroBatch(s, shippedCatalogue(), {}).value());
        s.workload.model = "llama-9";
        QVERIFY(!longestSequence(s, shippedCatalogue(), {}));
        QVERIFY(!largestMicroBatch(s, shippedCatalogue(), {}));
    }

    void documentsAreNoLongerThanTheSequence() {
        Scenario s = smallScenario();
        s.workload.sequenceLength = 8192;
        s.workload.documentLength = 3000;
        const auto packed = longestSequence(s, shippedCatalogue(), {});
        QVERIFY(packed && *packed && (*packed)->tokens > 3000);
    }

    void theLargestMicroBatchIsTheLastOfTheSpaceThatFits_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("batch");
        QTest::newRow("dense") << "llama-3.1-8b" << 48;
        QTest::newRow("experts") << "mixtral-8x7b" << 24;
    }

    void theLargestMicroBatchIsTheLastOfTheSpaceThatFits() {
        QFETCH(QString, model);
        QFETCH(int, batch);
        Scenario s = smallScenario("llama-3.1-8b", "p5en.48xlarge");
        s.workload.model = model.toStdString();
        s.workload.globalBatch = batch;
        s.workload.sequenceLength = 16384;
        SearchOptions options{.most = 1};
        options.space.pinned = {PlanField::Recompute, PlanField::Offload};
        const auto found = largestMicroBatch(s, shippedCatalogue(), options);
        QVERIFY(found && *found);
        const auto resolved = resolveForSearch(s, shippedCatalogue());
        std::optional<FoundPlan> best;
        PlanSpace(*resolved, options.space).visit([&](const ParallelPlan& plan) {
            const Result r = evaluateResolved(withPlan(*resolved, plan), Detail::Headline);
            const FoundPlan tried{plan, r.headline.stepTime, r.headline.memoryPeak};
            const bool larger = best && plan.microBatch > best->plan.microBatch;
            const bool same = best && plan.microBatch == best->plan.microBatch;
            if (r.feasible && (!best || larger || (same && comesBefore(tried, *best)))) {
                best = tried;
            }
            return true;
        });
        QVERIFY(best.has_value());
        QVERIFY(best->plan.microBatch < batch);
        QVERIFY(**found == *best);
    }

    void bothEndWhenTheyAreCancelled() {
        const std::atomic<bool> cancelled = true;
        const SearchOptions options{.cancelled = &cancelled};
        QVERIFY(!longestSequence(smallScenario(), shippedCatalogue(), options).value());
    }
};

QTEST_GUILESS_MAIN(PlanLimitsTest)
#include "plan_limits_test.moc"

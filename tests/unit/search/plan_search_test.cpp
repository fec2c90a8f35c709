// The search finds what trying every plan finds, to the last digit.
#include "core/evaluate/evaluate.h"
#include "core/result/verdict.h"
#include "core/search/plan_search.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Scenario
scenario(const char* instance, std::int64_t instances, const char* model, std::int64_t batch) {
    Scenario s;
    s.cluster = {.instance = instance, .instances = instances};
    s.workload = {.model = model, .sequenceLength = 4096, .globalBatch = batch};
    return s;
}

ResolvedScenario resolvedForSearch(const Scenario& s) {
    Expected<ResolvedScenario> r = resolveForSearch(s, shippedCatalogue());
    if (!r) {
        qFatal("%s", plainLine(r.error().front()).c_str());
    }
    return *std::move(r);
}

struct Tried {
    FoundPlan plan;
    bool fits = false;
};

Tried evaluated(const ResolvedScenario& base, const ParallelPlan& plan) {
    const Result result = evaluateResolved(withPlan(base, plan), Detail::Headline);
    return {{plan, result.headline.stepTime, result.headline.memoryPeak}, result.feasible};
}

/// Every plan that fits, best first.
std::vector<FoundPlan> tryAll(const ResolvedScenario& base, const SpaceOptions& options) {
    std::vector<FoundPlan> plans;
    PlanSpace(base, options).visit([&](const ParallelPlan& plan) {
        const Tried found = evaluated(base, plan);
        if (found.fits) {
            plans.push_back(found.plan);
        }
        return true;
    });
    std::ranges::sort(plans, comesBefore);
    return plans;
}

bool sameLayout(const ParallelPlan& a, const ParallelPlan& b) {
    return a.tensorParallel == b.tensorParallel && a.pipelineParallel == b.pipelineParallel &&
           a.contextParallel == b.contextParallel && a.expertParallel == b.expertParallel &&
           a.expertTensorParallel == b.expertTensorParallel && a.microBatch == b.microBatch;
}

/// The first `most` of other layouts.
std::vector<FoundPlan> layouts(const std::vector<FoundPlan>& plans, std::size_t most) {
    std::vector<FoundPlan> list;
    for (const FoundPlan& plan : plans) {
        if (list.size() < most && std::ranges::none_of(list, [&plan](const FoundPlan& known) {
                return sameLayout(known.plan, plan.plan);
            })) {
            list.push_back(plan);
        }
    }
    return list;
}

} // namespace

class PlanSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void itFindsWhatTryingAllFinds_data() {
        QTest::addColumn<QString>("instance");
        QTest::addColumn<qint64>("instances");
        QTest::addColumn<QString>("model");
        QTest::addColumn<qint64>("batch");
        QTest::newRow("dense") << "p5.48xlarge" << qint64(1) << "llama-3.1-8b" << qint64(16);
        QTest::newRow("tight") << "p4d.24xlarge" << qint64(2) << "gpt3-175b" << qint64(12);
        QTest::newRow("remainder") << "p5.48xlarge" << qint64(3) << "llama-3.1-70b" << qint64(25);
        QTest::newRow("experts") << "p5.48xlarge" << qint64(1) << "mixtral-8x7b" << qint64(8);
        QTest::newRow("prediction")
            << "p6-b200.48xlarge" << qint64(4) << "deepseek-v3" << qint64(32);
        QTest::newRow("no host link") << "g6.48xlarge" << qint64(1) << "llama-3.1-8b" << qint64(4);
        QTest::newRow("nothing fits")
            << "p4d.24xlarge" << qint64(1) << "llama-3.1-405b" << qint64(8);
    }

    void itFindsWhatTryingAllFinds() {
        QFETCH(QString, instance);
        QFETCH(qint64, instances);
        QFETCH(QString, model);
        QFETCH(qint64, batch);
        Scenario s = scenario(qPrintable(instance), instances, qPrintable(model), batch);
        SearchOptions options;
        options.space.someLayers = model == QLatin1String("llama-3.1-8b");
        if (model == QLatin1String("deepseek-v3")) {
            s.plan.tensorParallel = 1;
            s.plan.contextParallel = 1;
            s.plan.expertTensorParallel = 1;
            options.space.pinned = {PlanField::TensorParallel, PlanField::ContextParallel,
                                    PlanField::ExpertTensorParallel};
        }
        const ResolvedScenario base = resolvedForSearch(s);
        const std::vector<FoundPlan> all = tryAll(base, options.space);
        const FoundPlans found = searchPlans(base, options);
        QCOMPARE(found.decided, PlanSpace(base, options.space).count());
        QVERIFY(found.priced <= found.decided);
        QVERIFY(found.plans == layouts(all, options.most));
        options.distinct = Distinct::Plans;
        options.threads = 2;
        std::vector<FoundPlan> best = all;
        best.resize(std::min(best.size(), options.most));
        QVERIFY(searchPlans(base, options).plans == best);
        QCOMPARE(found.nearest.has_value(), all.empty());
    }

    void noDrawnPlanOfALargeSpaceIsBetter() {
        const ResolvedScenario base =
            resolvedForSearch(scenario("p5en.48xlarge", 128, "llama-3.1-405b", 1024));
        const PlanSpace space(base);
        SearchOptions options;
        options.most = 1;
        const FoundPlans found = searchPlans(base, options);
        QCOMPARE(found.plans.size(), std::size_t{1});
        const FoundPlan& best = found.plans.front();
        QVERIFY(best == evaluated(base, best.plan).plan);
        QVERIFY(found.priced < found.decided / 100);
        std::mt19937 draw(5);
        std::uint64_t fitting = 0;
        for (int i = 0; i < 4000; ++i) {
            const PlanGroup& group = space.groups()[draw() % space.groups().size()];
            ParallelPlan plan = group.plan;
            plan.virtualPipeline = group.virtualPipelines[draw() % group.virtualPipelines.size()];
            plan.microBatch = group.microBatches[draw() % group.microBatches.size()];
            plan.zero = group.zero[draw() % group.zero.size()];
            plan.recompute = group.recompute[draw() % group.recompute.size()].recompute;
            plan.offload = group.offload[draw() % group.offload.size()];
            const Tried other = evaluated(base, plan);
            fitting += other.fits ? 1 : 0;
            QVERIFY(!other.fits || other.plan.plan == best.plan || comesBefore(best, other.plan));
        }
        QVERIFY(fitting > 400);
    }

    // A server of the p5en has 2 TiB for what its eight GPUs offload.
    void whatServersCannotHoldIsLeftOut() {
        Scenario s = scenario("p5en.48xlarge", 512, "llama-3.1-405b", 2048);
        s.plan = {.tensorParallel = 2, .zero = ZeroStage::Fsdp, .offload = Offload::Activations};
        s.plan.pipelineParallel = 1;
        s.workload.sequenceLength = 16384;
        const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
        QVERIFY(result && !result->feasible);
        QVERIFY(result->headline.memoryPeak < result->headline.memoryCapacity);
        QVERIFY(result->headline.hostMemory > *result->headline.hostCapacity);
        QVERIFY(result->headline.hostMemory < *result->headline.hostCapacity * 2.0);
        QVERIFY(verdict(*result).headline.plain().ends_with(
            "are offloaded to each server, whose memory holds 2 TiB."));
        s.workload.sequenceLength = 8192;
        const Expected<Result> full = evaluate(s, shippedCatalogue(), Detail::Terms);
        QVERIFY(full && full->feasible);
        QVERIFY(std::ranges::any_of(full->diagnostics, [](const Diagnostic& found) {
            return found.code == "plan.host_memory";
        }));
        s.plan.offload = Offload::None;
        const FoundPlans found = searchPlans(resolvedForSearch(s), {});
        for (const FoundPlan& plan : found.plans) {
            QVERIFY(evaluated(resolvedForSearch(s), plan.plan).fits);
        }
    }

    // What a memo keeps of one cluster and batch is right for another.
    void memosServeOtherSizesAndBatches() {
        PlanMemos memos;
        SearchOptions options;
        options.most = 3;
        for (const char* instance : {"p5en.48xlarge", "p6e-gb200.36xlarge"}) {
            for (const std::int64_t instances : {4, 16, 7, 18, 4}) {
                for (const std::int64_t batch : {64, 300}) {
                    const ResolvedScenario base =
                        resolvedForSearch(scenario(instance, instances, "llama-3.1-70b", batch));
                    const FoundPlans fresh = searchPlans(base, options);
                    const FoundPlans kept = searchPlans(base, options, memos);
                    QVERIFY(!fresh.plans.empty());
                    QVERIFY(kept.plans == fresh.plans);
                }
            }
        }
    }

    void theNearestPlanLacksLeast() {
        const ResolvedScenario base =
            resolvedForSearch(scenario("p4d.24xlarge", 1, "llama-3.1-405b", 8));
        const FoundPlans found = searchPlans(base, {});
        QVERIFY(found.plans.empty());
        QVERIFY(found.nearest->memoryPeak > base.gpu->memory.value);
        PlanSpace(base).visit([&](const ParallelPlan& plan) {
            const Tried other = evaluated(base, plan);
            return other.plan.memoryPeak >= found.nearest->memoryPeak ||
                   plan.offload != Offload::None ||
                   (QTest::qFail("another plan needs less", __FILE__, __LINE__), false);
        });
    }

    void aCancelledSearchEnds() {
        const std::atomic<bool> cancelled = true;
        SearchOptions options;
        options.cancelled = &cancelled;
        const FoundPlans found = searchPlans(
            resolvedForSearch(scenario("p5en.48xlarge", 512, "llama-3.1-405b", 2048)), options);
        QVERIFY(found.cancelled);
        QVERIFY(!found.nearest);
        QCOMPARE(found.priced, 0U);
    }
};

QTEST_GUILESS_MAIN(PlanSearchTest)
#include "plan_search_test.moc"

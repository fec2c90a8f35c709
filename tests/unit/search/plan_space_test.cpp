// The space of plans is what the checks of a scenario let pass, no more and no less.
#include "core/search/plan_space.h"
#include "tests/support/shipped.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <tuple>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Scenario scenario(const char* model, std::int64_t instances, std::int64_t batch) {
    Scenario s;
    s.cluster = {.instance = "p5.48xlarge", .instances = instances};
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

auto key(const ParallelPlan& p) {
    return std::tuple(p.tensorParallel, p.pipelineParallel, p.virtualPipeline, p.contextParallel,
                      p.expertParallel, p.expertTensorParallel, p.microBatch, p.sequenceParallel,
                      p.zero, p.recompute, p.recomputeLayers, p.offload);
}

using Keys = std::set<decltype(key(ParallelPlan()))>;

Keys keysOf(const PlanSpace& space) {
    Keys keys;
    space.visit([&keys](const ParallelPlan& plan) {
        keys.insert(key(plan));
        return true;
    });
    return keys;
}

/// What makes a plan another one's twin, or leaves replicas idle.
bool isRepeat(const ParallelPlan& p, const Scenario& s, std::int64_t gpus) {
    const std::int64_t replicas = gpus / (p.tensorParallel * p.pipelineParallel);
    const std::int64_t dp = replicas / p.contextParallel;
    const std::int64_t share = (s.workload.globalBatch + dp - 1) / dp;
    const std::int64_t shards = std::max<std::int64_t>(
        1, std::min(replicas, 8 / std::min<std::int64_t>(8, p.tensorParallel)));
    return dp > s.workload.globalBatch || share % p.microBatch != 0 ||
           (p.tensorParallel == 1 && !p.sequenceParallel) ||
           (replicas == 1 && p.zero != ZeroStage::None) ||
           (p.zero == ZeroStage::Hsdp && (shards == 1 || shards == replicas));
}

/// Calls visit(plan) for every combination of small values.
template <typename Visit>
void everyPlan(std::int64_t gpus, std::int64_t batch, bool experts, Visit visit) {
    ParallelPlan p;
    const std::int64_t most = experts ? gpus : 1;
    for (p.tensorParallel = 1; p.tensorParallel <= gpus; ++p.tensorParallel)
        for (p.pipelineParallel = 1; p.pipelineParallel <= gpus; ++p.pipelineParallel)
            for (p.contextParallel = 1; p.contextParallel <= gpus; ++p.contextParallel) {
                if (gpus % (p.tensorParallel * p.pipelineParallel * p.contextParallel) != 0) {
                    continue; // no DP
                }
                for (p.expertParallel = 1; p.expertParallel <= most; ++p.expertParallel)
                    for (p.expertTensorParallel = 1; p.expertTensorParallel <= most;
                         ++p.expertTensorParallel)
                        for (p.virtualPipeline = 1; p.virtualPipeline <= 3; ++p.virtualPipeline)
                            for (p.microBatch = 1; p.microBatch <= batch; ++p.microBatch)
                                for (const bool sequence : {true, false})
                                    for (const auto& zero : zeroStageNames) {
                                        p.sequenceParallel = sequence;
                                        p.zero = zero.value;
                                        visit(p);
                                    }
            }
}

} // namespace

class PlanSpaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void itHoldsWhatTheChecksLetPass_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("experts");
        QTest::addColumn<qint64>("batch");
        QTest::newRow("dense") << "llama-3.1-8b" << false << qint64(6);
        QTest::newRow("dense, few sequences") << "llama-3.1-8b" << false << qint64(3);
        QTest::newRow("experts") << "mixtral-8x7b" << true << qint64(4);
    }

    void itHoldsWhatTheChecksLetPass() {
        QFETCH(QString, model);
        QFETCH(bool, experts);
        QFETCH(qint64, batch);
        Scenario s = scenario(qPrintable(model), 1, batch);
        const ResolvedScenario base = resolvedForSearch(s);
        SpaceOptions options;
        options.pinned = {PlanField::Recompute, PlanField::Offload};
        const PlanSpace space(base, options);
        Keys keys = keysOf(space);
        QCOMPARE(keys.size(), space.count());
        std::erase_if(keys, [](const auto& k) { return std::get<2>(k) > 3; });
        Keys legal;
        everyPlan(8, batch, experts, [&](const ParallelPlan& plan) {
            s.plan = plan;
            if (!isRepeat(plan, s, 8) && resolve(s, shippedCatalogue(), Remarks::Unwanted)) {
                legal.insert(key(plan));
            }
        });
        QVERIFY(legal.size() > 100);
        QCOMPARE(keys.size(), legal.size());
        QVERIFY(keys == legal);
    }

    void settingsMultiply() {
        const ResolvedScenario base = resolvedForSearch(scenario("llama-3.1-8b", 1, 8));
        SpaceOptions options;
        options.pinned = {PlanField::Recompute, PlanField::Offload};
        const std::uint64_t few = PlanSpace(base, options).count();
        QCOMPARE(PlanSpace(base).count(), few * 3 * 4);
        // Full recomputation of 1 to 31 layers too, where there is no pipeline.
        options.pinned = {PlanField::Offload, PlanField::PipelineParallel};
        options.someLayers = true;
        const std::uint64_t some = PlanSpace(base, options).count();
        options.someLayers = false;
        QCOMPARE(some * 3, PlanSpace(base, options).count() * (3 + 31));
    }

    void refusedValuesSayWhy() {
        const ResolvedScenario base = resolvedForSearch(scenario("llama-3.1-70b", 3, 48));
        const PlanSpace space(base);
        const auto refused = std::ranges::find_if(space.refusals(), [](const Diagnostic& d) {
            return d.place == "tp" && d.text.plain().find("TP 3 ") != std::string::npos;
        });
        QVERIFY(refused != space.refusals().end());
        QCOMPARE(refused->text.plain(), std::string("TP 3 does not divide the 64 query heads."));
        QVERIFY(std::ranges::none_of(keysOf(space),
                                     [](const auto& k) { return std::get<0>(k) % 3 == 0; }));
        // Two NVLink domains: allowed, and priced.
        const ResolvedScenario two = resolvedForSearch(scenario("llama-3.1-70b", 2, 64));
        QVERIFY(std::ranges::any_of(keysOf(PlanSpace(two)),
                                    [](const auto& k) { return std::get<0>(k) == 16; }));
    }

    void pinnedFieldsStay() {
        Scenario s = scenario("llama-3.1-8b", 2, 64);
        s.plan.tensorParallel = 2;
        s.plan.microBatch = 2;
        s.plan.zero = ZeroStage::Zero1;
        s.plan.recompute = Recompute::Full;
        SpaceOptions options;
        options.pinned = {PlanField::TensorParallel, PlanField::MicroBatch, PlanField::Zero,
                          PlanField::Recompute};
        const PlanSpace space(resolvedForSearch(s), options);
        QVERIFY(space.count() > 10);
        space.visit([](const ParallelPlan& plan) {
            const bool kept = plan.tensorParallel == 2 && plan.microBatch == 2 &&
                              plan.zero == ZeroStage::Zero1 && plan.recompute == Recompute::Full;
            return kept || (QTest::qFail("a pinned field moved", __FILE__, __LINE__), false);
        });
        s.plan.tensorParallel = 3;
        QCOMPARE(PlanSpace(resolvedForSearch(s), options).count(), 0U);
    }
};

QTEST_GUILESS_MAIN(PlanSpaceTest)
#include "plan_space_test.moc"

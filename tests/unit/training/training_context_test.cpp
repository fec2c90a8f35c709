// Where groups stand, and what stack, software age and graphs change.
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// Experts over 64 GPUs of racks that join 72 over NVLink, four GPUs a server.
Scenario rackScenario(Dispatcher dispatcher) {
    Scenario s = expertScenario();
    s.cluster.instance = std::string(customInstance);
    s.cluster.custom = {.gpu = "gb200",
                        .gpus = 144,
                        .gpusPerNode = 4,
                        .nvlinkDomain = 72,
                        .networkPerGpu = Bandwidth(50e9),
                        .fabric = "infiniband-ndr"};
    s.plan = {.pipelineParallel = 2, .expertParallel = 8};
    s.stack.dispatcher = dispatcher;
    return s;
}

} // namespace

class TrainingContextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // TP 4 · CP 2 · DP 8 · PP 4 on nodes of eight GPUs.
    void groupsStandInsideEachOther() {
        Scenario s = exampleScenario();
        s.cluster.instances = 32;
        s.plan.contextParallel = 2;
        const Trained t = trained(s);
        QCOMPARE(t->tensorGroup, (Placement{.ranks = 4, .domains = 1, .perDomain = 4}));
        QCOMPARE(t->contextGroup, (Placement{.ranks = 2, .domains = 1, .perDomain = 2}));
        // Gradients are averaged over DP × CP.
        QCOMPARE(t->dataGroup, (Placement{.ranks = 16, .domains = 8, .perDomain = 2}));
        QVERIFY(t->pipelineOverNetwork);
    }

    // EP 16 · ETP 2 of the 64 GPUs of a stage: two replicas of each expert, 32 GPUs apart.
    void expertsLieOverTheRanksOfAStage() {
        Scenario s = expertScenario();
        s.plan.expertParallel = 16;
        s.plan.expertTensorParallel = 2;
        const Trained t = trained(s);
        QCOMPARE(t->expertTensorGroup, (Placement{.ranks = 2, .domains = 1, .perDomain = 2}));
        QCOMPARE(t->expertGroup, (Placement{.ranks = 16, .domains = 4, .perDomain = 4}));
        QCOMPARE(t->expertDataGroup, (Placement{.ranks = 2, .domains = 2, .perDomain = 1}));
        QCOMPARE(t->dataGroup.ranks, 64);
    }

    // DeepEP's kernels share memory inside a server, the others inside the NVLink domain.
    void deepEpReachesANode() {
        const Trained deep = trained(rackScenario(Dispatcher::DeepEp));
        QCOMPARE(deep->expertGroup, (Placement{.ranks = 8, .domains = 2, .perDomain = 4}));
        for (const Dispatcher other : {Dispatcher::AllToAll, Dispatcher::HybridEp}) {
            const Trained t = trained(rackScenario(other));
            QCOMPARE(t->expertGroup, (Placement{.ranks = 8, .domains = 1, .perDomain = 8}));
        }
    }

    // 128 GPUs take 64 in each of two racks of 72: no group of eight straddles them.
    void jobsAreSpreadEvenlyOverRacks() {
        Scenario s = rackScenario(Dispatcher::AllToAll);
        s.cluster.custom.gpus = 128;
        s.plan = {.expertParallel = 64};
        const Trained t = trained(s);
        QCOMPARE(t.scenario->nvlinkDomain.value, 64);
        QCOMPARE(t->expertGroup, (Placement{.ranks = 64, .domains = 1, .perDomain = 64}));
        QCOMPARE(t->dataGroup, (Placement{.ranks = 128, .domains = 2, .perDomain = 64}));
    }

    // FSDP divides over all replicas, HSDP over those of a domain.
    void hybridShardsStayInTheDomain() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::Fsdp;
        QCOMPARE(trained(s)->shardGroup.ranks, 32);
        s.plan.zero = ZeroStage::Hsdp;
        QCOMPARE(trained(s)->shardGroup, (Placement{.ranks = 2, .domains = 1, .perDomain = 2}));
    }

    void graphsTakeLaunchesOffTheHost() {
        Scenario s = expertScenario();
        const Trained none = trained(s);
        const Stack& stack = none->stack();
        const Seconds launch = stack.launchTime.value * none.scenario->profile->hostFactor.value;
        QCOMPARE(none->launch.dense, launch);
        s.stack.cudaGraphs = GraphMode::Partial;
        const Trained partial = trained(s);
        QCOMPARE(partial->launch.dense, launch * stack.partialGraphFactor.value);
        QCOMPARE(partial->launch.expertPath / none->launch.expertPath,
                 stack.expertPartialGraph.value);
        s.stack.cudaGraphs = GraphMode::Full;
        const Trained full = trained(s);
        QCOMPARE(full->launch.dense.base(), 0.0);
        QCOMPARE(full->launch.expertPath / none->launch.expertPath, stack.expertFullGraph.value);
        QCOMPARE(full->kernelGap, none->kernelGap * 0.5);
        // Static shapes come with fused kernels.
        QCOMPARE(none->layer.expertBytesFactor, stack.expertBytesFactor.value);
        QCOMPARE(full->layer.expertBytesFactor, 1.0);
        s.stack.cudaGraphs = GraphMode::None;
        s.stack.tokenDrop = true;
        QCOMPARE(trained(s)->launch.expertPath / none->launch.expertPath,
                 stack.expertStaticShapes.value);
    }

    // e^(0.25·years) on the expert path; nothing on the dense one.
    void oldSoftwareSlowsTheExpertPath() {
        ResolvedScenario r = resolvedPlan(expertScenario());
        r.softwareAge = 0.0;
        const TrainingContext now = makeTrainingContext(r);
        r.softwareAge = 2.0;
        const TrainingContext old = makeTrainingContext(r);
        const double factor = std::exp(now.stack().expertAgePerYear.value * 2.0);
        QVERIFY(near(old.launch.expertPath / now.launch.expertPath, factor, 1e-12));
        QVERIFY(near(old.layer.expertBytesFactor / now.layer.expertBytesFactor, factor, 1e-12));
        QCOMPARE(old.launch.dense, now.launch.dense);
    }

    void aSlowMachineSlowsItsGemmsAlone() {
        Scenario s = exampleScenario();
        const Trained usual = trained(s);
        s.stack.machineDerate = 0.9;
        const Trained slow = trained(s);
        QCOMPARE(slow->device.half.ceiling, 0.9 * usual->device.half.ceiling);
        QCOMPARE(slow->device.attentionEfficiency, usual->device.attentionEfficiency);
        QCOMPARE(slow->device.hbm, usual->device.hbm);
    }

    void lowRankTrainingFreezesTheBase() {
        Scenario s = exampleScenario();
        QVERIFY(!trained(s)->layer.frozen);
        QCOMPARE(trained(s)->layer.adapterRank, 0);
        s.workload.phase = TrainingPhase::Lora;
        s.workload.adapterRank = 8;
        s.workload.documentLength = 512;
        const Trained t = trained(s);
        QVERIFY(t->layer.frozen);
        QCOMPARE(t->layer.adapterRank, 8);
        QCOMPARE(t->layer.attended, 512);
        QCOMPARE(t->activation.linearBytes, 0.0);
    }
};

QTEST_GUILESS_MAIN(TrainingContextTest)
#include "training_context_test.moc"

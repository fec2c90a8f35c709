// What ranks exchange in a pass: tensor, expert, context parallelism and sharded parameters.
#include "core/memory/model_states.h"
#include "core/training/layer_transfers.h"
#include "tests/support/training.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

using Kind = PassTransfer::Kind;

PassTransfer
transfer(const Trained& t, Kind kind, Piece piece, Pass pass, const HidingTime& hiding = {}) {
    const PassTransfers all = passTransfers(t.context, piece, pass, hiding);
    const PassTransfer* const found = findTransfer(all, kind);
    return found == nullptr ? PassTransfer{} : *found;
}

double calls(const Scenario& s, Kind kind, Piece piece, Pass pass) {
    return transfer(trained(s), kind, piece, pass).calls;
}

double bytes(const PassTransfer& t) {
    return (t.cost.nvlink + t.cost.network).base();
}

Scenario contextScenario(ContextExchange exchange) {
    Scenario s = exampleScenario();
    s.plan.tensorParallel = 1;
    s.plan.contextParallel = 4;
    s.stack.contextExchange = exchange;
    return s;
}

} // namespace

class LayerTransfersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // arXiv 2205.05198 §4.2.2: with sequence parallelism four gathers and scatters forward;
    // backward two more, since the input of a linear is gathered again.
    void countsTensorParallelCollectives() {
        Scenario s = exampleScenario();
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(), Pass::Forward), 4.0);
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(), Pass::Backward), 6.0);
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(0, true), Pass::Backward), 10.0);
        s.plan.sequenceParallel = false;
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(), Pass::Forward), 2.0);
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(0, true), Pass::Backward), 4.0);
        s.plan.tensorParallel = 1;
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(), Pass::Forward), 0.0);
    }

    // Whole experts take tokens instead of shards: the attention half alone is gathered, unless a
    // shared expert, which TP splits, stands beside them.
    void expertsHalveTheTensorTraffic() {
        Scenario s = expertScenario();
        s.plan.tensorParallel = 4;
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(0), Pass::Forward), 4.0);
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(expertLayer), Pass::Forward), 4.0);
        s.workload.model = "qwen3-30b-a3b";
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(0), Pass::Forward), 2.0);
        QCOMPARE(calls(s, Kind::Tensor, layerPiece(0), Pass::Backward), 3.0);
    }

    // The exchange ends when the busiest rank has its rows.
    void imbalanceLengthensTheDispatch() {
        Scenario s = expertScenario();
        const PassTransfer even =
            transfer(trained(s), Kind::Dispatch, layerPiece(expertLayer), Pass::Forward);
        s.workload.expertImbalance = 2.0;
        const PassTransfer skewed =
            transfer(trained(s), Kind::Dispatch, layerPiece(expertLayer), Pass::Forward);
        QVERIFY(near(bytes(skewed), 2.0 * bytes(even), 1e-12));
    }

    // Experts with one copy are gathered by nobody; with more, over their own copies.
    void expertsAreGatheredOverTheirOwnCopies() {
        Scenario s = expertScenario();
        s.plan.zero = ZeroStage::Fsdp;
        s.plan.pipelineParallel = 1;
        s.plan.expertParallel = 256;
        QCOMPARE(calls(s, Kind::ExpertShard, layerPiece(expertLayer), Pass::Forward), 0.0);
        QCOMPARE(calls(s, Kind::Shard, layerPiece(expertLayer), Pass::Forward), 1.0);
        s.plan.expertParallel = 32;
        const Trained t = trained(s);
        QCOMPARE(t.context.expertShardGroup.ranks, 8);
        QCOMPARE(transfer(t, Kind::ExpertShard, layerPiece(expertLayer), Pass::Forward).calls, 1.0);
        // HSDP: a copy of 32 ranks spans domains, so none of its experts is divided further.
        s.plan.zero = ZeroStage::Hsdp;
        QCOMPARE(trained(s).context.expertShards(), 1.0);
        QCOMPARE(trained(s).context.denseShards(), 8.0);
    }

    // Dispatch and combine each way; again where the experts are recomputed.
    void expertsExchangeTokensTwiceEachWay() {
        Scenario s = expertScenario();
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(0), Pass::Forward), 0.0);
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(expertLayer), Pass::Forward), 2.0);
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(expertLayer), Pass::Backward), 2.0);
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(expertLayer, true), Pass::Backward), 4.0);
        s.plan.recompute = Recompute::Selective;
        s.plan.recomputeModules.bits = 1U << static_cast<unsigned>(RecomputeModule::Experts);
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(expertLayer), Pass::Forward), 2.0);
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(expertLayer), Pass::Backward), 4.0);
        s.plan.expertParallel = 1;
        QCOMPARE(calls(s, Kind::Dispatch, layerPiece(expertLayer), Pass::Forward), 0.0);
    }

    // 8 copies of 2·h bytes of a rank's 4096 tokens; of 32 ranks over 4 domains 31/32 leave it.
    void plainDispatchSendsACopyAnExpert() {
        const PassTransfer t = transfer(trained(expertScenario()), Kind::Dispatch,
                                        layerPiece(expertLayer), Pass::Forward);
        const double tokens = 2.0 * 4096 * 7168;
        QCOMPARE(t.cost.nvlink.base(), 8 * tokens * 7 / 32);
        QCOMPARE(t.cost.network.base(), 8 * tokens * 24 / 32);
    }

    // Once to each of four domains: 4·(1 − (3/4)^8) of them expected, a quarter at home.
    void deepEpCrossesTheNetworkOnceADomain() {
        Scenario s = expertScenario();
        s.stack.dispatcher = Dispatcher::DeepEp;
        const PassTransfer t =
            transfer(trained(s), Kind::Dispatch, layerPiece(expertLayer), Pass::Forward);
        const double tokens = 2.0 * 4096 * 7168;
        const double domains = 4.0 * (1.0 - std::pow(0.75, 8));
        QVERIFY(near(t.cost.network.base(), tokens * domains * 3 / 4, 1e-12));
        s.stack.dispatcher = Dispatcher::AllToAll;
        const PassTransfer plain =
            transfer(trained(s), Kind::Dispatch, layerPiece(expertLayer), Pass::Forward);
        QVERIFY(t.cost.network < plain.cost.network);
        QVERIFY(t.cost.time < plain.cost.time);
    }

    void expertOverlapHidesItsShare() {
        Scenario s = expertScenario();
        s.stack.expertParallelOverlap = false;
        const PassTransfer open =
            transfer(trained(s), Kind::Dispatch, layerPiece(expertLayer), Pass::Forward);
        QCOMPARE(open.exposed, open.busy());
        s.stack.expertParallelOverlap = true;
        const Trained t = trained(s);
        const PassTransfer hidden =
            transfer(t, Kind::Dispatch, layerPiece(expertLayer), Pass::Forward);
        QCOMPARE(hidden.busy(), open.busy());
        QCOMPARE(hidden.exposed, open.busy() * t->stack().epExposed.value);
    }

    // Ranks that share an expert gather its rows and scatter its result.
    void expertTensorParallelismGathersRoutedRows() {
        Scenario s = expertScenario();
        s.plan.expertParallel = 16;
        s.plan.expertTensorParallel = 2;
        const PassTransfer t =
            transfer(trained(s), Kind::ExpertTensor, layerPiece(expertLayer), Pass::Forward);
        QCOMPARE(t.calls, 2.0);
        // R = T·etp·K rows of 2·h bytes, half of them from the other rank.
        QCOMPARE(bytes(t), 2.0 * 4096 * 2 * 8 * 7168 / 2);
        QCOMPARE(t.exposed, t.busy());
    }

    // Keys and values of 2·8 heads of 128 travel once to each other rank forward, twice backward.
    void ringPassesKeysAround() {
        const Trained t = trained(contextScenario(ContextExchange::Ring));
        const PassTransfer forward = transfer(t, Kind::Context, layerPiece(), Pass::Forward);
        QCOMPARE(forward.calls, 3.0);
        QCOMPARE(bytes(forward), 2.0 * (8192 / 4) * (2 * 8 * 128));
        QCOMPARE(transfer(t, Kind::Context, layerPiece(), Pass::Backward).calls, 6.0);
        QCOMPARE(transfer(t, Kind::Context, layerPiece(0, true), Pass::Backward).calls, 9.0);
    }

    // exposed = max(0, t − 0.8·attention) + half the latency of each hop, never more than t.
    void attentionHidesTheRing() {
        const Trained t = trained(contextScenario(ContextExchange::Ring));
        const PassTransfer open = transfer(t, Kind::Context, layerPiece(), Pass::Forward);
        QCOMPARE(open.exposed, open.busy());
        const PassTransfer hidden =
            transfer(t, Kind::Context, layerPiece(), Pass::Forward, {.attention = Seconds(1.0)});
        QCOMPARE(hidden.exposed.base(), 0.5 * 3.0 * hidden.cost.latency.base());
        const Seconds some = open.busy() * (0.25 / t->stack().contextHidden.value);
        const PassTransfer part =
            transfer(t, Kind::Context, layerPiece(), Pass::Forward, {.attention = some});
        QVERIFY(near(part.exposed.base(),
                     0.75 * open.busy().base() + 0.5 * 3.0 * part.cost.latency.base(), 1e-9));
    }

    // Heads change places with tokens in front of attention and behind it: half of Q, K, V and O
    // each; a quarter stays. Gathered keys come from three other ranks.
    void headsOrKeysAreExchangedInTheOpen() {
        const PassTransfer heads = transfer(trained(contextScenario(ContextExchange::AllToAll)),
                                            Kind::Context, layerPiece(), Pass::Forward);
        QCOMPARE(heads.calls, 2.0);
        QCOMPARE(bytes(heads), 2.0 * 2048 * (2 * 8 + 2 * 64) * 128 / 2 * 3 / 4);
        QCOMPARE(heads.exposed, heads.busy());
        const PassTransfer keys = transfer(trained(contextScenario(ContextExchange::Gather)),
                                           Kind::Context, layerPiece(), Pass::Forward);
        QCOMPARE(keys.calls, 1.0);
        QCOMPARE(bytes(keys), 3.0 * 2.0 * 2048 * (2 * 8 * 128));
        QCOMPARE(keys.exposed, keys.busy());
    }

    // FSDP: parameters gathered forward and backward, gradients scattered, 2 bytes each.
    void shardsAreGatheredTwiceAndScatteredOnce() {
        Scenario s = exampleScenario();
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        s.plan.zero = ZeroStage::Fsdp;
        const Trained t = trained(s);
        const PassTransfer forward = transfer(t, Kind::Shard, layerPiece(), Pass::Forward);
        QCOMPARE(forward.calls, 1.0);
        QCOMPARE(transfer(t, Kind::Shard, layerPiece(), Pass::Backward).calls, 2.0);
        const double layer =
            localLayerParameters(t->model(), t->model().layerKinds[0], t->split).total();
        // TP 4 leaves two ranks of the group in each node: half of the buffer on each rail.
        QVERIFY(near(forward.cost.network.base(), 2.0 * layer * 127 / 128 / 2, 1e-9));
        QCOMPARE(forward.exposed, forward.busy());
        const PassTransfer hidden =
            transfer(t, Kind::Shard, layerPiece(), Pass::Forward, {.all = Seconds(10.0)});
        QVERIFY(
            near(hidden.exposed.base(), hidden.busy().base() * t->stack().shardSteal.value, 1e-12));
    }

    // In a pipeline what is gathered stays: a gather and a scatter a step.
    void pipelinesGatherOnceAStep() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::Fsdp;
        const Trained t = trained(s);
        for (const Pass pass : {Pass::Forward, Pass::Backward}) {
            const double calls = transfer(t, Kind::Shard, layerPiece(), pass).calls;
            QVERIFY(near(calls * static_cast<double>(t.scenario->microBatches), 1.0, 1e-12));
        }
    }

    void frozenParametersAreNotScattered() {
        Scenario s = exampleScenario();
        s.plan.zero = ZeroStage::Fsdp;
        s.workload.phase = TrainingPhase::Lora;
        QVERIFY(calls(s, Kind::Shard, layerPiece(), Pass::Forward) > 0.0);
        QCOMPARE(calls(s, Kind::Shard, layerPiece(), Pass::Backward), 0.0);
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        QCOMPARE(calls(s, Kind::Shard, layerPiece(), Pass::Backward), 1.0);
    }

    // What a layer keeps goes to the host forward and comes back backward, beside the computation.
    void activationsTravelToTheHost() {
        Scenario s = exampleScenario();
        s.plan.offload = Offload::Activations;
        const Trained t = trained(s);
        for (const Pass pass : {Pass::Forward, Pass::Backward}) {
            const PassTransfer open = transfer(t, Kind::Offload, layerPiece(), pass);
            QCOMPARE(open.busy(),
                     layerActivations(t->model(), t->model().layerKinds[0], t->activation) /
                         t->hostLink.value);
            QCOMPARE(open.exposed, open.busy());
            const Seconds half = open.busy() * 0.5;
            QCOMPARE(transfer(t, Kind::Offload, layerPiece(), pass, {.all = half}).exposed, half);
        }
        QCOMPARE(calls(s, Kind::Offload, {.part = Piece::Part::Head}, Pass::Forward), 0.0);
    }

    // Ring and shards do not hide behind the same time; what goes to the host does, and while the
    // device waits for them.
    void nothingHidesBehindTheSameTimeTwice() {
        Scenario s = contextScenario(ContextExchange::Ring);
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        s.plan.zero = ZeroStage::Fsdp;
        s.plan.offload = Offload::Activations;
        const Trained t = trained(s);
        const Seconds ringBusy = transfer(t, Kind::Context, layerPiece(), Pass::Forward).busy();
        const HidingTime hiding{.attention = ringBusy * 0.5, .all = ringBusy * 1.5};
        const PassTransfer ring = transfer(t, Kind::Context, layerPiece(), Pass::Forward, hiding);
        const PassTransfer shard = transfer(t, Kind::Shard, layerPiece(), Pass::Forward, hiding);
        const PassTransfer host = transfer(t, Kind::Offload, layerPiece(), Pass::Forward, hiding);
        const Seconds left = hiding.all - (ring.busy() - ring.exposed);
        QVERIFY(ring.exposed > Seconds() && ring.exposed < ring.busy());
        QVERIFY(shard.busy() > left);
        const double hidden = left.base() * t->stack().shardWindow.value;
        QVERIFY(near(shard.exposed.base(),
                     shard.busy().base() - hidden * (1.0 - t->stack().shardSteal.value), 1e-9));
        const Seconds reach = hiding.all + ring.exposed + shard.exposed;
        QVERIFY(host.busy() > reach);
        QVERIFY(near(host.exposed.base(), (host.busy() - reach).base(), 1e-9));
        // In the open: the host is busy for longer than both.
        const PassTransfer open = transfer(t, Kind::Offload, layerPiece(), Pass::Forward);
        const Seconds both = ring.busy() + shard.busy();
        QVERIFY(std::abs((open.exposed - std::max(Seconds(), open.busy() - both)).base()) < 1e-12);
    }

    // All seven kinds at once.
    void anyPlanHasRoomForItsExchanges() {
        Scenario s = expertScenario();
        s.plan = {.tensorParallel = 2,
                  .contextParallel = 2,
                  .expertParallel = 16,
                  .expertTensorParallel = 2,
                  .zero = ZeroStage::Fsdp,
                  .offload = Offload::Activations};
        const Trained t = trained(s);
        const PassTransfers all =
            passTransfers(t.context, layerPiece(expertLayer), Pass::Backward, {});
        QCOMPARE(all.count, std::size_t(7));
        QVERIFY(PassTransfers::most >= all.count);
    }

    void aShardOfOneIsNotGathered() {
        Scenario s = exampleScenario();
        s.workload.model = "qwen3-0.6b";
        s.cluster.instances = 1;
        s.plan = {.tensorParallel = 8, .zero = ZeroStage::Fsdp};
        QCOMPARE(calls(s, Kind::Shard, layerPiece(), Pass::Forward), 0.0);
    }
};

QTEST_GUILESS_MAIN(LayerTransfersTest)
#include "layer_transfers_test.moc"

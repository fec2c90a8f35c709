// What another planner (Calculon, commit caa4b11) prints for the models of Korthikanti et al.
// table 5. Where it leaves something out, the expected value says so.
#include "core/memory/activations.h"
#include "core/operators/layer_operators.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

struct Case {
    const char* model;
    std::int64_t microBatch;
    double parameters;    ///< without the final norm
    double blockFlops;    ///< forward, a layer and GPU at TP 8; vector FLOPs are in it
    double checkpointGiB; ///< full recomputation, all layers of a stage in flight
    double layersInFlight;
};

const std::array<Case, 4> cases{
    {{"megatron-22b", 4, 22074261504.0, 980485668864.0, 4.5, 48.0},
     {"gpt3-175b", 1, 174615822336.0, 953998639104.0, 5.8125, 12 * 8 * (1.0 + 7.0 / 24.0)},
     {"turing-530b", 1, 529600778240.0, 2620689219584.0, 10.859375, 3 * 35 * (1.0 + 34.0 / 105.0)},
     {"megatron-1t", 1, 1008038707200.0, 4081167892480.0, 12.5, 2 * 64.0}}};

const Transformer& model(const Case& c) {
    return findEntry(shippedCatalogue().models, c.model)->transformer;
}

} // namespace

class CrosscheckTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void parametersAreEqual() {
        for (const Case& c : cases) {
            const double finalNorm = 2.0 * static_cast<double>(model(c).hidden);
            QCOMPARE(static_cast<double>(parameterCount(model(c)).total()) - finalNorm,
                     c.parameters);
        }
    }

    void layerFlopsAreEqualUpToVectorOperations() {
        const Device device =
            makeDevice(*findEntry(shippedCatalogue().gpus, "a100-sxm-80gb"),
                       *findEntry(shippedCatalogue().efficiencyProfiles, "ampere"), Precision::Fp16,
                       GemmKernels::Engine, false);
        for (const Case& c : cases) {
            const LayerContext context{.sequences = c.microBatch,
                                       .sequence = 2048,
                                       .tensorParallel = 8,
                                       .sequenceParallel = true,
                                       .flash = false};
            double flops = 0.0;
            visitForward(model(c), model(c).layerKinds[0], context, device, Phase::Forward,
                         [&flops](const Kernel& kernel) {
                             const bool matrix = !std::holds_alternative<MemoryWork>(kernel.work);
                             flops += matrix ? kernel.cost.flops.base() : 0.0;
                         });
            QVERIFY(flops <= c.blockFlops);
            QVERIFY2(near(flops, c.blockFlops, 0.0015), c.model);
        }
    }

    void checkpointsOfFullRecomputationAreEqual() {
        for (const Case& c : cases) {
            const ActivationContext context{.sequences = c.microBatch,
                                            .sequence = 2048,
                                            .tensorParallel = 8,
                                            .flash = false,
                                            .dropout = true,
                                            .recompute = Recompute::Full};
            const Bytes layer = layerActivations(model(c), model(c).layerKinds[0], context);
            QVERIFY2(near(layer.base() * c.layersInFlight / 1073741824.0, c.checkpointGiB, 1e-9),
                     c.model);
        }
    }
};

QTEST_GUILESS_MAIN(CrosscheckTest)
#include "crosscheck_test.moc"

#include "core/architecture/flop_count.h"
#include "core/operators/layer_operators.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Device device() {
    return makeDevice(*findEntry(shippedCatalogue().gpus, "h100-sxm"),
                      *findEntry(shippedCatalogue().efficiencyProfiles, "hopper"), Precision::Bf16,
                      GemmKernels::Engine, false);
}

const Transformer& model(const char* id) {
    return findEntry(shippedCatalogue().models, id)->transformer;
}

/// Matrix FLOPs of one layer's forward and backward pass on one GPU.
double matrixFlops(const Transformer& transformer, const LayerContext& context) {
    double flops = 0.0;
    const auto sum = [&flops](const Kernel& kernel) {
        flops += std::holds_alternative<MemoryWork>(kernel.work) ? 0.0 : kernel.cost.flops.base();
    };
    const LayerKind& kind = transformer.layerKinds[0];
    visitForward(transformer, kind, context, device(), Phase::Forward, sum);
    visitBackward(transformer, kind, context, device(), sum);
    return flops;
}

} // namespace

class LayerOperatorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Two routes to one number: kernels of a layer against the closed form of the architecture
    // room.
    void flopsOfKernelsEqualTheClosedForm() {
        const Transformer& llama = model("llama-3.1-70b");
        const LayerContext context{.sequences = 2, .sequence = 4096};
        const ForwardFlops perToken = forwardFlopsPerToken(llama, 4096, AttentionFlops::CausalHalf);
        const double layers = 80.0;
        // Backward attention recomputes the scores: 2.5 forward passes instead of 2.
        const double expected =
            (3.0 * perToken.linears.base() + 3.5 * perToken.attention.base()) * 2 * 4096 / layers;
        QVERIFY(near(matrixFlops(llama, context), expected, 1e-12));
    }

    void splittingOverTensorParallelConservesFlops() {
        const Transformer& llama = model("llama-3.1-70b");
        const LayerContext whole{.sequences = 1, .sequence = 8192};
        for (const std::int64_t tp : {2, 4, 8}) {
            LayerContext part = whole;
            part.tensorParallel = tp;
            part.sequenceParallel = true;
            QVERIFY(near(matrixFlops(llama, part) * static_cast<double>(tp),
                         matrixFlops(llama, whole), 1e-12));
        }
    }

    // Unfused attention: 13 bytes a score element forward, 19 backward, beyond Q, K, V and O.
    void unfusedAttentionMovesTheScoreMatrix() {
        const Transformer& gpt = model("gpt3-175b");
        const LayerContext context{
            .sequences = 1, .sequence = 2048, .tensorParallel = 8, .flash = false, .dropout = true};
        const double scores = 96.0 / 8 * 2048 * 2048;
        const double operands = 2.0 * 96 / 8 * 2048 * 128; // one of Q, K, V, O
        double forward = 0.0;
        double backward = 0.0;
        const LayerKind& kind = gpt.layerKinds[0];
        visitAttentionCore(kind, context, device(),
                           [&](const Kernel& k) { forward += k.cost.hbm.base(); });
        visitBackward(gpt, kind, context, device(), [&](const Kernel& k) {
            backward += k.category == Category::Attention ? k.cost.hbm.base() : 0.0;
        });
        QVERIFY(near(forward - 4 * operands, 13.0 * scores, 1e-9));
        // dP reads dO and V; dV reads dO and writes dV; dQ reads K, writes dQ; dK reads Q, writes
        // dK.
        QVERIFY(near(backward - 8 * operands, 19.0 * scores, 1e-9));
    }

    void headAndLossStandOnTheVocabulary() {
        const Transformer& llama = model("llama-3.1-70b");
        const LayerContext context{.sequences = 1, .sequence = 1024, .tensorParallel = 4};
        double flops = 0.0;
        visitHead(llama, context, {10.0, FactId::None}, device(), Phase::Forward,
                  [&](const Kernel& k) {
                      flops += k.name == TermName::LmHead ? k.cost.flops.base() : 0.0;
                  });
        QCOMPARE(flops, 2.0 * 1024 * (128256 / 4) * 8192);
    }
};

QTEST_GUILESS_MAIN(LayerOperatorsTest)
#include "layer_operators_test.moc"

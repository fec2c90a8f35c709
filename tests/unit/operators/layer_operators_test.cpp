#include "core/architecture/flop_count.h"
#include "core/architecture/model_parts.h"
#include "tests/support/kernels.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;
using namespace roofplan::test;

namespace {

const Device& device() {
    static const Device h100 = trainingDevice("h100-sxm");
    return h100;
}

double layerFlops(const Transformer& model, const LayerContext& context) {
    const LayerKind& kind = model.layerKinds[0];
    return matrixFlops(forwardKernels(model, kind, context, device())) +
           matrixFlops(backwardKernels(model, kind, context, device()));
}

/// Kernels exist for all that its layers multiply.
bool hasKernels(const Transformer& model) {
    const ModelParts none =
        setOf({ModelPart::SparseIndexer, ModelPart::CompressedAttention, ModelPart::LinearAttention,
               ModelPart::StateSpace, ModelPart::HyperConnections, ModelPart::SingleMixer});
    return (partsOf(model) & none).none();
}

/// Weights of small matrices that the kernels leave out: a shared expert's gate.
double leftOut(const Transformer& model) {
    double weights = 0.0;
    for (const std::uint16_t index : model.layers) {
        const auto* moe = std::get_if<MixtureOfExperts>(&model.layerKinds[index].channelMixer);
        weights += moe != nullptr && moe->sharedGate ? static_cast<double>(model.hidden) : 0.0;
    }
    return weights;
}

} // namespace

class LayerOperatorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Two routes to one number: kernels of all layers against the closed form of the architecture
    // room.
    void flopsOfKernelsEqualTheClosedForm_data() {
        QTest::addColumn<QString>("id");
        for (const ModelEntry& model : shippedCatalogue().models) {
            if (hasKernels(model.transformer)) {
                QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
            }
        }
    }

    void flopsOfKernelsEqualTheClosedForm() {
        QFETCH(QString, id);
        const Transformer& model = shippedModel(id.toStdString());
        const LayerContext context{.sequences = 2, .sequence = 8192};
        const ForwardFlops perToken = forwardFlopsPerToken(model, 8192, AttentionFlops::CausalHalf);
        double forward = 0.0;
        double backward = 0.0;
        for (const std::uint16_t index : model.layers) {
            const LayerKind& kind = model.layerKinds[index];
            forward += matrixFlops(forwardKernels(model, kind, context, device()));
            backward += matrixFlops(backwardKernels(model, kind, context, device()));
        }
        const double linears = perToken.linears.base() - 2.0 * leftOut(model);
        const double attention = perToken.attention.base();
        const double tokens = 2.0 * 8192.0;
        QVERIFY2(near(forward, (linears + attention) * tokens, 1e-12),
                 qPrintable(QString::number(forward / ((linears + attention) * tokens), 'g', 9)));
        // Backward attention makes the scores again: 2.5 forward passes instead of 2.
        QVERIFY(near(backward, (2.0 * linears + 2.5 * attention) * tokens, 1e-12));
    }

    void splittingOverTensorAndContextParallelConservesFlops() {
        const Transformer& llama = shippedModel("llama-3.1-70b");
        QVERIFY(rc::check("TP and CP ranks together do what one GPU does", [&llama] {
            const LayerContext whole{.sequences = *rc::gen::inRange<std::int64_t>(1, 5),
                                     .sequence =
                                         *rc::gen::element<std::int64_t>(2048, 8192, 65536)};
            LayerContext part = whole;
            part.tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
            part.contextParallel = *rc::gen::element<std::int64_t>(1, 2, 8, 16);
            part.sequenceParallel = *rc::gen::arbitrary<bool>();
            const auto ranks = static_cast<double>(part.tensorParallel * part.contextParallel);
            RC_ASSERT(near(layerFlops(llama, part) * ranks, layerFlops(llama, whole), 1e-12));
        }));
    }

    // Each rank makes the latents of all heads: the down-projections are done `tp` times.
    void latentsAreMadeOnEachRank() {
        const Transformer& deepseek = shippedModel("deepseek-v3");
        const LayerKind& dense = deepseek.layerKinds[0];
        const LayerContext whole{.sequences = 1, .sequence = 4096};
        LayerContext part = whole;
        part.tensorParallel = 8;
        const Kernels one = forwardKernels(deepseek, dense, whole, device());
        const Kernels eighth = forwardKernels(deepseek, dense, part, device());
        for (const TermName name : {TermName::QueryDown, TermName::KeyValueDown}) {
            QVERIFY(flopsOf(one, name) > 0.0);
            QCOMPARE(flopsOf(eighth, name), flopsOf(one, name));
        }
        for (const TermName name : {TermName::QueryUp, TermName::KeyValueUp,
                                    TermName::AttentionCore, TermName::OutputProjection}) {
            QVERIFY(near(8.0 * flopsOf(eighth, name), flopsOf(one, name), 1e-12));
        }
        // arXiv 2412.19437 section 4.2: 128 heads of 128 + 64 for keys and 128 for values.
        QCOMPARE(flopsOf(one, TermName::AttentionCore), 4096.0 * 4096.0 * 128 * (192 + 128));
    }

    // Unfused attention: 13 bytes a score element forward, 19 backward, beyond Q, K, V and O.
    void unfusedAttentionMovesTheScoreMatrix() {
        const Transformer& gpt = shippedModel("gpt3-175b");
        const LayerContext context{
            .sequences = 1, .sequence = 2048, .tensorParallel = 8, .flash = false, .dropout = true};
        const double scores = 96.0 / 8 * 2048 * 2048;
        const double operands = 2.0 * 96 / 8 * 2048 * 128; // one of Q, K, V, O
        double forward = 0.0;
        double backward = 0.0;
        const LayerKind& kind = gpt.layerKinds[0];
        for (const Kernel& k : recomputedKernels(gpt, kind, context, device(), {})) {
            forward += k.cost.hbm.base();
        }
        for (const Kernel& k : backwardKernels(gpt, kind, context, device())) {
            backward += k.category == Category::Attention ? k.cost.hbm.base() : 0.0;
        }
        QVERIFY(near(forward - 4 * operands, 13.0 * scores, 1e-9));
        // dP reads dO and V; dV reads dO and writes dV; dQ reads K, writes dQ; dK reads Q, writes
        // dK.
        QVERIFY(near(backward - 8 * operands, 19.0 * scores, 1e-9));
    }

    // Documents of 512 in a sequence of 4096: eight sequences of 512.
    void packedDocumentsAreAttendedToOneByOne() {
        const Transformer& llama = shippedModel("llama-3.1-8b");
        const LayerKind& kind = llama.layerKinds[0];
        const LayerContext packed{.sequences = 2, .sequence = 4096, .attended = 512};
        const LayerContext apart{.sequences = 16, .sequence = 512};
        QVERIFY(sameKernels(forwardKernels(llama, kind, packed, device()),
                            forwardKernels(llama, kind, apart, device())));
    }

    void headAndLossStandOnTheVocabulary() {
        const Transformer& llama = shippedModel("llama-3.1-70b");
        const LayerContext context{.sequences = 1, .sequence = 1024, .tensorParallel = 4};
        Kernels head;
        visitHead(llama, context, {10.0, FactId::None}, device(), Phase::Forward,
                  [&head](const Kernel& k) { head.push_back(k); });
        QCOMPARE(flopsOf(head, TermName::LmHead), 2.0 * 1024 * (128256 / 4) * 8192);
        QCOMPARE(bytesOf(head, TermName::Loss), 5.0 * 1024 * (128256 / 4));
    }

    // A linear of 2h to h and two norms in front of the layer that predicts a further token.
    void predictionJoinsTwoHiddenStates() {
        const Transformer& deepseek = shippedModel("deepseek-v3");
        const LayerContext context{.sequences = 1, .sequence = 4096, .tensorParallel = 2};
        const auto join = [&](Phase phase) {
            Kernels list;
            visitPrediction(deepseek, context, device(), phase,
                            [&list](const Kernel& k) { list.push_back(k); });
            return list;
        };
        const double once = 2.0 * 4096 * (2.0 * 7168) * (7168.0 / 2);
        QCOMPARE(flopsOf(join(Phase::Forward), TermName::PredictionJoin), once);
        QCOMPARE(flopsOf(join(Phase::Backward), TermName::PredictionJoin), 2.0 * once);
        QCOMPARE(bytesOf(join(Phase::Forward), TermName::Norms), 8.0 * 4096 * 7168);
    }
};

QTEST_GUILESS_MAIN(LayerOperatorsTest)
#include "layer_operators_test.moc"

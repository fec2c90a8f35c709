#include "core/memory/activations.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

struct Gpt {
    const char* id;
    double hidden;
    double heads;
};

constexpr std::array<Gpt, 4> gpts{{{"megatron-22b", 6144, 64},
                                   {"gpt3-175b", 12288, 96},
                                   {"turing-530b", 20480, 128},
                                   {"megatron-1t", 25600, 160}}};

double layerBytes(const Gpt& gpt, double b, std::int64_t tp, bool sp, Recompute recompute) {
    const Transformer& model = findEntry(shippedCatalogue().models, gpt.id)->transformer;
    const ActivationContext context{.sequences = static_cast<std::int64_t>(b),
                                    .sequence = 2048,
                                    .tensorParallel = tp,
                                    .sequenceParallel = sp,
                                    .flash = false,
                                    .dropout = true,
                                    .recompute = recompute};
    return layerActivations(model, model.layerKinds[0], context).base();
}

} // namespace

class ActivationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // arXiv 2205.05198 table 2, exactly, for its four models.
    void equalsTable2OfKorthikanti_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < gpts.size(); ++i) {
            QTest::newRow(gpts[i].id) << static_cast<int>(i);
        }
    }

    void equalsTable2OfKorthikanti() {
        QFETCH(int, index);
        const Gpt& gpt = gpts[static_cast<std::size_t>(index)];
        const double s = 2048;
        const double b = 4;
        const double t = 8;
        const double sbh = s * b * gpt.hidden;
        const double scores = 5.0 * gpt.heads * s / gpt.hidden;
        QCOMPARE(layerBytes(gpt, b, 1, false, Recompute::None), sbh * (34.0 + scores));
        QCOMPARE(layerBytes(gpt, b, 8, false, Recompute::None),
                 sbh * (10.0 + 24.0 / t + scores / t));
        QCOMPARE(layerBytes(gpt, b, 8, true, Recompute::None), sbh / t * (34.0 + scores));
        QCOMPARE(layerBytes(gpt, b, 8, false, Recompute::Selective), sbh * (10.0 + 24.0 / t));
        QCOMPARE(layerBytes(gpt, b, 8, true, Recompute::Selective), 34.0 * sbh / t);
        QCOMPARE(layerBytes(gpt, b, 8, false, Recompute::Full), 2.0 * sbh);
    }

    // With flash attention the score matrix is gone even without recomputation.
    void flashKeepsOnlyTheLogSumExp() {
        const Transformer& llama =
            findEntry(shippedCatalogue().models, "llama-3.1-70b")->transformer;
        ActivationContext context{.sequences = 1, .sequence = 8192, .tensorParallel = 8};
        const Bytes flash = layerActivations(llama, llama.layerKinds[0], context);
        context.recompute = Recompute::Selective;
        const Bytes selective = layerActivations(llama, llama.layerKinds[0], context);
        QCOMPARE((flash - selective).base(), 4.0 * 8192 * 64 / 8);
    }

    // GQA shrinks K and V by kv/a, SwiGLU keeps three tensors of the feed-forward width.
    void countsGqaAndSwiglu() {
        const Transformer& llama =
            findEntry(shippedCatalogue().models, "llama-3.1-70b")->transformer;
        const ActivationContext context{.sequences = 1, .sequence = 1024};
        const double expected =
            1024.0 * (8.0 * 8192 + 4.0 * 64 * 128 + 4.0 * 8 * 128 + 6.0 * 28672 + 4.0 * 64);
        QCOMPARE(layerActivations(llama, llama.layerKinds[0], context).base(), expected);
    }
};

QTEST_GUILESS_MAIN(ActivationsTest)
#include "activations_test.moc"

#include "core/memory/activations.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <rapidcheck.h>

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

const Transformer& shipped(const char* id) {
    return findEntry(shippedCatalogue().models, id)->transformer;
}

/// The last kind: that of the experts where there are any.
double bytes(const Transformer& model, const ActivationContext& context) {
    return layerActivations(model, model.layerKinds.back(), context).base();
}

RecomputeModules only(RecomputeModule module) {
    return {.bits = static_cast<std::uint8_t>(1U << static_cast<unsigned>(module))};
}

/// What recomputing `module` saves of a layer's activations.
double saved(const Transformer& model, ActivationContext context, RecomputeModule module) {
    const double kept = bytes(model, context);
    context.recompute = Recompute::Selective;
    context.modules = only(module);
    return kept - bytes(model, context);
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

    // Latents with their norms' inputs, Q, K and V a head, the output, the log-sum-exp; experts
    // keep the routed rows and three tensors of their width; 8 bytes a score.
    void countsLatentAttentionAndExperts() {
        const Transformer& deepseek = shipped("deepseek-v3");
        const double attention =
            2.0 * (2 * 1536 + 2 * 512 + 64 + 128 * (2 * 192 + 128 + 2 * 128)) + 4.0 * 128;
        const double rows = 8.0;
        const double experts = rows * (2.0 * 7168 + 6.0 * 2048) + 8.0 * 256 + 6.0 * 2048;
        const double expected = 1024.0 * (8.0 * 7168 + attention + experts);
        QCOMPARE(bytes(deepseek, {.sequences = 1, .sequence = 1024}), expected);
    }

    // The inputs of linears are kept in 8 bits, or not at all where the weights are frozen.
    void narrowInputsKeepLess() {
        const Transformer& llama = shipped("llama-3.1-8b");
        ActivationContext context{.sequences = 1, .sequence = 1024};
        const double half = bytes(llama, context);
        const double inputs = 1024.0 * (2.0 * 4096 + 14336); // of QKV, of gate and up, of down
        context.linearBytes = 1.0;
        QCOMPARE(half - bytes(llama, context), inputs);
        context.linearBytes = 0.0;
        QCOMPARE(half - bytes(llama, context), 2.0 * inputs);
    }

    void modulesSaveWhatTheyMakeAgain() {
        const Transformer& deepseek = shipped("deepseek-v3");
        const ActivationContext context{.sequences = 1, .sequence = 1024};
        const double rows = 1024.0 * 8;
        QCOMPARE(saved(deepseek, context, RecomputeModule::CoreAttention), 4.0 * 1024 * 128);
        QCOMPARE(saved(deepseek, context, RecomputeModule::Norms), 2.0 * 2 * 1024 * 7168);
        QCOMPARE(saved(deepseek, context, RecomputeModule::LatentUp),
                 2.0 * 1024 * 128 * (2 * 192 + 128 + 128));
        QCOMPARE(saved(deepseek, context, RecomputeModule::Activation), 2.0 * (rows + 1024) * 2048);
        QCOMPARE(saved(deepseek, context, RecomputeModule::Experts),
                 rows * (2.0 * 7168 + 6.0 * 2048) + 1024.0 * (8.0 * 256 + 6.0 * 2048));
        QCOMPARE(saved(deepseek, context, RecomputeModule::FeedForward), 0.0);
        QCOMPARE(saved(shipped("llama-3.1-8b"), context, RecomputeModule::FeedForward),
                 6.0 * 1024 * 14336);
    }

    void recomputationNeverKeepsMore() {
        QVERIFY(rc::check("more modules keep no more, and full recomputation the least", [] {
            const Transformer& model =
                shipped(*rc::gen::element("llama-3.1-8b", "deepseek-v3", "mixtral-8x7b",
                                          "gpt3-175b", "gpt-oss-20b", "gemma-4-26b-a4b"));
            ActivationContext context{.sequences = *rc::gen::inRange<std::int64_t>(1, 4),
                                      .sequence = 2048,
                                      .tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4),
                                      .contextParallel = *rc::gen::element<std::int64_t>(1, 2)};
            context.linearBytes = *rc::gen::element(0.0, 1.0, 2.0);
            context.flash = *rc::gen::arbitrary<bool>();
            context.dropout = *rc::gen::arbitrary<bool>();
            context.sequenceParallel = *rc::gen::arbitrary<bool>();
            const double none = bytes(model, context);
            context.recompute = Recompute::Selective;
            context.modules.bits = *rc::gen::inRange<std::uint8_t>(0, 128);
            const double some = bytes(model, context);
            RC_ASSERT(some <= none);
            context.modules.bits |= *rc::gen::inRange<std::uint8_t>(0, 128);
            RC_ASSERT(bytes(model, context) <= some);
            context.modules.bits = 127;
            context.recompute = Recompute::Full;
            RC_ASSERT(bytes(model, context) < none);
        }));
    }

    // Ranks of a context-parallel group share the tokens; those of a TP group with sequence
    // parallelism all of what a dense layer keeps.
    void ranksShareTheTokens() {
        const Transformer& llama = shipped("llama-3.1-70b");
        const ActivationContext one{.sequences = 1, .sequence = 8192};
        ActivationContext part = one;
        part.contextParallel = 4;
        part.tensorParallel = 8;
        part.sequenceParallel = true;
        QCOMPARE(bytes(llama, one), 32.0 * bytes(llama, part));
    }
};

QTEST_GUILESS_MAIN(ActivationsTest)
#include "activations_test.moc"

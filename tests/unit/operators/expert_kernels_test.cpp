// Router, permutation, experts and shared experts as one rank runs them.
#include "core/operators/mixer_kernels.h"
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

const MixtureOfExperts& expertsOf(const Transformer& model) {
    return std::get<MixtureOfExperts>(expertKind(model).channelMixer);
}

Kernels forward(const Transformer& model, const LayerContext& context) {
    return forwardKernels(model, expertKind(model), context, device());
}

double expertFlops(const Kernels& list) {
    return flopsOf(list, TermName::ExpertUp) + flopsOf(list, TermName::ExpertDown);
}

const GemmShape& gemmOf(const Kernels& list, TermName name) {
    for (const Kernel& kernel : list) {
        if (kernel.name == name) {
            return std::get<GemmShape>(kernel.work);
        }
    }
    qFatal("no such kernel");
}

} // namespace

class ExpertKernelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Each of a rank's tokens meets K experts of three matrices, wherever these stand: 6·h·f·K a
    // token.
    void anyDivisionConservesExpertFlops() {
        for (const char* id : {"deepseek-v3", "mixtral-8x7b", "qwen3-235b-a22b"}) {
            const Transformer& model = shippedModel(id);
            const MixtureOfExperts& moe = expertsOf(model);
            QVERIFY(rc::check("EP, ETP and TP conserve the FLOPs of experts", [&] {
                LayerContext context{.sequences = *rc::gen::inRange<std::int64_t>(1, 4),
                                     .sequence = *rc::gen::element<std::int64_t>(1024, 4096)};
                context.tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4);
                context.contextParallel = *rc::gen::element<std::int64_t>(1, 2);
                context.expertParallel = *rc::gen::element<std::int64_t>(1, 2, 4, 8);
                context.expertTensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4);
                // Tokens of a group of TP ranks are divided over them.
                const double tokens =
                    context.tokens() / static_cast<double>(context.tensorParallel);
                const double expected = 6.0 * tokens * static_cast<double>(moe.perToken) *
                                        static_cast<double>(moe.width * model.hidden);
                const Kernels list = forward(model, context);
                RC_ASSERT(near(expertFlops(list), expected, 1e-12));
                const Kernels back = backwardKernels(model, expertKind(model), context, device());
                RC_ASSERT(near(expertFlops(back), 2.0 * expected, 1e-12));
            }));
        }
    }

    // Experts that a finer EP takes away are met by the tokens of more ranks.
    void finerExpertParallelismMakesTallerGemms() {
        const Transformer& model = shippedModel("deepseek-v3");
        LayerContext context{.sequences = 1, .sequence = 4096};
        double previous = 0.0;
        for (const std::int64_t ep : {8, 16, 32, 64}) {
            context.expertParallel = ep;
            const GemmShape& up = gemmOf(forward(model, context), TermName::ExpertUp);
            QCOMPARE(up.m, 4096 * 8 * ep / 256);
            QCOMPARE(up.batch, 256.0 / static_cast<double>(ep));
            QCOMPARE(up.n, 2 * 2048);
            QCOMPARE(up.k, 7168);
            const double seconds = gemmCost(up, device()).time.base();
            QVERIFY(previous == 0.0 || seconds <= previous);
            previous = seconds;
        }
    }

    // Fewer routed rows than experts: as many matrices are read as hold a row.
    void onlyExpertsWithRowsAreRead() {
        const Transformer& model = shippedModel("deepseek-v3");
        const LocalExperts few(expertsOf(model), {.sequences = 1, .sequence = 4});
        QCOMPARE(few.rows, 32.0);
        QCOMPARE(few.perExpert, 1);
        QCOMPARE(few.touched(), 32.0);
        const LocalExperts many(expertsOf(model), {.sequences = 1, .sequence = 4096});
        QCOMPARE(many.experts, 256.0);
        QCOMPARE(many.touched(), 256.0);
    }

    void imbalanceLengthensTheBusiestRank() {
        const Transformer& model = shippedModel("mixtral-8x7b");
        LayerContext context{.sequences = 1, .sequence = 4096};
        const Kernels even = forward(model, context);
        context.expertImbalance = 1.5;
        const Kernels busiest = forward(model, context);
        QVERIFY(near(expertFlops(busiest), 1.5 * expertFlops(even), 1e-12));
        QVERIFY(near(bytesOf(busiest, TermName::Permute), 1.5 * bytesOf(even, TermName::Permute),
                     1e-12));
        QCOMPARE(flopsOf(busiest, TermName::Router), flopsOf(even, TermName::Router));
    }

    // 24 bytes a score, 4 an element of the routed rows, 6 an element of the gated activation.
    void movesScoresRowsAndActivations() {
        const Transformer& model = shippedModel("deepseek-v3");
        const LayerContext context{
            .sequences = 1, .sequence = 4096, .permuteFactor = 1.25, .expertBytesFactor = 2.0};
        const Kernels list = forward(model, context);
        const double rows = 4096.0 * 8;
        QCOMPARE(bytesOf(list, TermName::RouterScores), 2.0 * 24 * 4096 * 256);
        QCOMPARE(bytesOf(list, TermName::Permute), 2.0 * 1.25 * 4 * rows * 7168);
        // Routed experts pay the factor, the shared one runs as a dense feed-forward.
        QCOMPARE(bytesOf(list, TermName::Activation), 6.0 * (2.0 * rows * 2048 + 4096.0 * 2048));
        const Kernels back = backwardKernels(model, expertKind(model), context, device());
        for (const TermName name :
             {TermName::RouterScores, TermName::Permute, TermName::Activation}) {
            QCOMPARE(bytesOf(back, name), 2.0 * bytesOf(list, name));
        }
    }

    void sharedExpertsMeetEveryToken() {
        const Transformer& model = shippedModel("deepseek-v3");
        LayerContext context{.sequences = 1, .sequence = 4096};
        const Kernels whole = forward(model, context);
        QCOMPARE(flopsOf(whole, TermName::SharedExpertUp), 2.0 * 4096 * 7168 * (2 * 2048));
        context.tensorParallel = 4;
        const Kernels part = forward(model, context);
        QVERIFY(near(4.0 * flopsOf(part, TermName::SharedExpertDown),
                     flopsOf(whole, TermName::SharedExpertDown), 1e-12));
    }

    // Router and head stay in 16 bits in every recipe; experts do not.
    void routersAreNotCast() {
        const Transformer& model = shippedModel("deepseek-v3");
        const Device fp8 = trainingDevice("h100-sxm", Precision::Fp8);
        const LayerContext context{.sequences = 1, .sequence = 4096, .castFactor = 1.0};
        const Kernels list = forwardKernels(model, expertKind(model), context, fp8);
        QVERIFY(!gemmOf(list, TermName::Router).low);
        QVERIFY(gemmOf(list, TermName::ExpertUp).low);
        QVERIFY(gemmOf(list, TermName::SharedExpertDown).low);
    }
};

QTEST_GUILESS_MAIN(ExpertKernelsTest)
#include "expert_kernels_test.moc"

// What selective recomputation repeats, what frozen weights save, what adapters and casts add.
#include "tests/support/kernels.h"

#include <QTest>
#include <rapidcheck.h>

#include <map>
#include <set>

using namespace roofplan;
using namespace roofplan::test;

namespace {

using Names = std::set<TermName>;

const Device& device() {
    static const Device h100 = trainingDevice("h100-sxm");
    return h100;
}

constexpr LayerContext context{.sequences = 1, .sequence = 4096};

/// Forward kernels that a module's recomputation runs again, of a layer with latent attention and
/// experts.
const std::map<RecomputeModule, Names> repeatedNames{
    {RecomputeModule::CoreAttention, {TermName::AttentionCore}},
    {RecomputeModule::LatentUp, {TermName::QueryUp, TermName::KeyValueUp, TermName::LatentLayout}},
    {RecomputeModule::Norms, {TermName::Norms}},
    {RecomputeModule::Activation, {TermName::Activation}},
    {RecomputeModule::Experts,
     {TermName::Router, TermName::RouterScores, TermName::Permute, TermName::ExpertUp,
      TermName::ExpertDown, TermName::SharedExpertUp, TermName::SharedExpertDown,
      TermName::Activation}},
};

bool isWeightGradient(const Kernel& kernel) {
    return kernel.phase == Phase::Wgrad;
}

} // namespace

class RepeatedKernelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void modulesAddExactlyTheirForwardKernels() {
        const Transformer& model = shippedModel("deepseek-v3");
        const LayerKind& kind = expertKind(model);
        const Kernels forward = forwardKernels(model, kind, context, device());
        QVERIFY(rc::check("a set of modules repeats the kernels of its members, once each", [&] {
            RecomputeModules chosen{.bits = 0};
            Names names;
            for (const auto& [module, repeated] : repeatedNames) {
                if (*rc::gen::arbitrary<bool>()) {
                    chosen.bits = static_cast<std::uint8_t>(chosen.bits | moduleSet({module}).bits);
                    names.insert(repeated.begin(), repeated.end());
                }
            }
            const Kernels again = recomputedKernels(model, kind, context, device(), chosen);
            RC_ASSERT(sameKernels(again, filtered(forward, [&names](const Kernel& k) {
                                      return names.contains(k.name);
                                  })));
            for (const Kernel& kernel : again) {
                RC_ASSERT(kernel.phase == Phase::Recomputation);
            }
        }));
    }

    void denseFeedForwardIsAModuleOfItsOwn() {
        const Transformer& model = shippedModel("llama-3.1-8b");
        const LayerKind& kind = model.layerKinds[0];
        const Names names{TermName::GateUpProjection, TermName::DownProjection,
                          TermName::Activation};
        const Kernels again = recomputedKernels(model, kind, context, device(),
                                                moduleSet({RecomputeModule::FeedForward}));
        QCOMPARE(again.size(), names.size());
        QVERIFY(
            sameKernels(again, filtered(forwardKernels(model, kind, context, device()),
                                        [&](const Kernel& k) { return names.contains(k.name); })));
        QVERIFY(
            recomputedKernels(model, kind, context, device(), moduleSet({RecomputeModule::Experts}))
                .empty());
    }

    // Two of the four linears of a Llama layer, and all kernels that only move bytes.
    void everySecondMatmulIsRepeated() {
        const Transformer& model = shippedModel("llama-3.1-8b");
        const Kernels again = recomputedKernels(model, model.layerKinds[0], context, device(),
                                                moduleSet({RecomputeModule::EverySecondMatmul}));
        std::size_t linears = 0;
        for (const Kernel& kernel : again) {
            QVERIFY(kernel.category != Category::Attention);
            linears += kernel.category == Category::Gemm ? 1 : 0;
        }
        QCOMPARE(linears, std::size_t(2));
        QCOMPARE(again.size() - linears, std::size_t(4)); // norms, residuals, rotary, activation
    }

    void frozenWeightsSaveExactlyTheirGradients() {
        for (const char* id : {"llama-3.1-8b", "deepseek-v3", "gpt-oss-20b"}) {
            const Transformer& model = shippedModel(id);
            for (const LayerKind& kind : model.layerKinds) {
                LayerContext frozen = context;
                frozen.frozen = true;
                const Kernels trained = backwardKernels(model, kind, context, device());
                const Kernels rest = backwardKernels(model, kind, frozen, device());
                const Kernels gradients = filtered(trained, isWeightGradient);
                QVERIFY(sameKernels(
                    rest, filtered(trained, [](const Kernel& k) { return !isWeightGradient(k); })));
                // A weight's gradient takes as many FLOPs as its forward pass.
                double linears = 0.0;
                for (const Kernel& k : forwardKernels(model, kind, context, device())) {
                    linears += k.category == Category::Gemm ? k.cost.flops.base() : 0.0;
                }
                QVERIFY(near(matrixFlops(gradients), linears, 1e-12));
                QVERIFY(sameKernels(forwardKernels(model, kind, frozen, device()),
                                    forwardKernels(model, kind, context, device())));
            }
        }
    }

    // arXiv 2106.09685: r·(inputs + outputs) weights beside a projection, 2 FLOPs each a token.
    void adaptersAddTheirRank() {
        const Transformer& model = shippedModel("llama-3.1-8b");
        const LayerKind& kind = model.layerKinds[0];
        LayerContext adapted = context;
        adapted.frozen = true;
        adapted.adapterRank = 16;
        const double weights = 16.0 * ((4096 + (32 + 2 * 8) * 128) + (32 * 128 + 4096));
        const double once = 2.0 * 4096 * weights;
        const Kernels forward = forwardKernels(model, kind, adapted, device());
        const Kernels backward = backwardKernels(model, kind, adapted, device());
        QCOMPARE(flopsOf(forward, TermName::Adapters), once);
        QCOMPARE(flopsOf(backward, TermName::Adapters), 2.0 * once);
        const auto base = [](const Kernel& k) { return k.name != TermName::Adapters; };
        LayerContext frozen = adapted;
        frozen.adapterRank = 0;
        QVERIFY(
            sameKernels(filtered(forward, base), forwardKernels(model, kind, frozen, device())));
        QVERIFY(
            sameKernels(filtered(backward, base), backwardKernels(model, kind, frozen, device())));
    }

    // 4 bytes an input element of each linear forward, an output element backward; 3 where no
    // weight gradient needs the transpose.
    void castsFollowTheLinears() {
        const Transformer& model = shippedModel("llama-3.1-8b");
        const LayerKind& kind = model.layerKinds[0];
        const Device fp8 = trainingDevice("h100-sxm", Precision::Fp8);
        LayerContext cast = context;
        cast.castFactor = 0.5;
        const double inputs = 4096.0 * (3 * 4096 + 14336);
        const double outputs = 4096.0 * (6144 + 4096 + 2 * 14336 + 4096);
        QCOMPARE(bytesOf(forwardKernels(model, kind, cast, fp8), TermName::Casts),
                 0.5 * 4 * inputs);
        QCOMPARE(bytesOf(backwardKernels(model, kind, cast, fp8), TermName::Casts),
                 0.5 * 4 * outputs);
        cast.frozen = true;
        QCOMPARE(bytesOf(backwardKernels(model, kind, cast, fp8), TermName::Casts),
                 0.5 * 3 * outputs);
        QCOMPARE(bytesOf(forwardKernels(model, kind, cast, device()), TermName::Casts), 0.0);
    }
};

QTEST_GUILESS_MAIN(RepeatedKernelsTest)
#include "repeated_kernels_test.moc"

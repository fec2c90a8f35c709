#include "core/architecture/flop_count.h"
#include "core/evaluate/evaluate.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

ForwardFlops forwardFlops(std::int64_t sequence) {
    return forwardFlopsPerToken(findEntry(shippedCatalogue().models, "llama-3.1-70b")->transformer,
                                sequence, AttentionFlops::CausalHalf);
}

} // namespace

class EvaluateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void headlineNumbersAgreeWithEachOther() {
        const Expected<Result> result = evaluate(exampleScenario(), shippedCatalogue());
        QVERIFY(result.has_value());
        const Headline& h = result->headline;
        QVERIFY(result->feasible);
        const double tokens = 2048.0 * 8192.0;
        QVERIFY(near(h.tokensPerSecond.base(), tokens / h.stepTime.base(), 1e-12));
        QVERIFY(near(h.tokensPerSecondPerGpu.base() * 512, h.tokensPerSecond.base(), 1e-12));
        QVERIFY(near(h.timeToTrain.base(), 5e12 / tokens * h.stepTime.base(), 1e-12));
        // A Capacity Block: fourteen whole weeks for ninety-three days.
        QVERIFY(near(h.billedTime->base(), 14 * 7 * 86400.0, 1e-12));
        QVERIFY(near(h.cost->base(), 64 * 8 * 6.865 * h.billedTime->base() / 3600.0, 1e-12));
    }

    void mfuCountsEachAttentionConvention() {
        const Expected<Result> result = evaluate(exampleScenario(), shippedCatalogue());
        const Transformer& model =
            findEntry(shippedCatalogue().models, "llama-3.1-70b")->transformer;
        const double available = 512 * 989.5e12 * result->headline.stepTime.base();
        const auto mfu = [&](AttentionFlops convention) {
            return modelFlopsPerToken(model, 8192, convention).base() * 2048 * 8192 / available;
        };
        QVERIFY(near(result->headline.mfu, mfu(AttentionFlops::CausalHalf), 1e-12));
        QVERIFY(near(result->headline.mfuFullAttention, mfu(AttentionFlops::Full), 1e-12));
        QCOMPARE(result->headline.hfu, result->headline.mfu);
    }

    // arXiv 2205.05198 appendix A: hardware FLOPs with full recomputation are 4/3 of the layers'
    // part.
    void hfuAddsWhatIsRecomputed() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Full;
        const Expected<Result> result = evaluate(s, shippedCatalogue());
        const ForwardFlops f =
            forwardFlopsPerToken(findEntry(shippedCatalogue().models, "llama-3.1-70b")->transformer,
                                 8192, AttentionFlops::CausalHalf);
        const double ratio = (f.total() * 3.0 + f.linears + f.attention) / (f.total() * 3.0);
        QVERIFY(near(result->headline.hfu / result->headline.mfu, ratio, 1e-12));
    }

    // Five of the twenty layers of a stage, a quarter of the layers.
    void hfuCountsTheLayersThatAreRepeated() {
        Scenario s = exampleScenario();
        s.plan.recompute = Recompute::Full;
        s.plan.recomputeLayers = 5;
        const Expected<Result> result = evaluate(s, shippedCatalogue());
        const ForwardFlops f = forwardFlops(8192);
        const double ratio =
            (f.total() * 3.0 + (f.linears + f.attention) * 0.25) / (f.total() * 3.0);
        QVERIFY(near(result->headline.hfu / result->headline.mfu, ratio, 1e-12));
    }

    // Frozen weights: forward and the gradient of the inputs; attention as ever. Documents of 512.
    void frozenWeightsHaveNoModelFlopsOfTheirGradients() {
        Scenario s = exampleScenario();
        s.workload.phase = TrainingPhase::Lora;
        s.workload.documentLength = 512;
        const Expected<Result> result = evaluate(s, shippedCatalogue());
        const ForwardFlops f = forwardFlops(512);
        const Flops perToken = (f.linears + f.lmHead) * 2.0 + f.attention * 3.0;
        const double available = 512 * 989.5e12 * result->headline.stepTime.base();
        QVERIFY(near(result->headline.mfu, perToken.base() * 2048 * 8192 / available, 1e-12));
    }

    void termsChangeNoNumber() {
        const Expected<Result> plain = evaluate(exampleScenario(), shippedCatalogue());
        const Expected<Result> full =
            evaluate(exampleScenario(), shippedCatalogue(), Detail::Terms);
        QCOMPARE(plain->headline, full->headline);
        QCOMPARE(plain->bound, full->bound);
        QCOMPARE(plain->memory, full->memory);
        QVERIFY(plain->terms.empty());
        QVERIFY(full->terms.size() > 40);
        QCOMPARE(full->stages.size(), std::size_t(4));
        QCOMPARE(full->stages[static_cast<std::size_t>(full->worstStage)].total(),
                 full->headline.memoryPeak);
    }

    void ceilingsHoldDatasheetAndAchievable() {
        const Expected<Result> result =
            evaluate(exampleScenario(), shippedCatalogue(), Detail::Terms);
        QCOMPARE(result->ceilings.size(), std::size_t(4));
        QCOMPARE(result->ceilings[0].datasheet, 989.5e12);
        QCOMPARE(result->ceilings[1].datasheet, 4.8e12);
        QCOMPARE(result->ceilings[2].datasheet, 450e9);
        QCOMPARE(result->ceilings[3].datasheet, 50e9);
        for (const Ceiling& ceiling : result->ceilings) {
            QVERIFY(ceiling.achievable < ceiling.datasheet);
            QVERIFY(ceiling.facts[0] != FactId::None);
        }
    }

    void oneNodeHasNoNetworkRoof() {
        Scenario s = exampleScenario();
        s.cluster.instances = 1;
        s.workload.model = "llama-3.1-8b";
        s.plan = {};
        const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
        QCOMPARE(result->ceilings.size(), std::size_t(3));
        QCOMPARE(result->headline.exposedNetwork.base(), 0.0);
    }

    void everyLeafSaysWhereItComesFrom() {
        const Expected<Result> result =
            evaluate(exampleScenario(), shippedCatalogue(), Detail::Terms);
        for (std::size_t i = 0; i < result->terms.size(); ++i) {
            const Term& term = result->terms[i];
            if (isLeaf(result->terms, i)) {
                QVERIFY2(term.derivation.formula != Formula::Sum, termKey(term.name).data());
                QVERIFY(term.derivation.inputCount > 0);
                QVERIFY(term.category != Category::Group);
            }
        }
        for (const Derivation& derivation : result->derivations) {
            QVERIFY(derivation.inputCount > 0);
        }
    }

    void anInfeasiblePlanIsAnAnswer() {
        Scenario s = exampleScenario();
        s.plan.tensorParallel = 1;
        s.plan.pipelineParallel = 1;
        s.plan.virtualPipeline = 1;
        const Expected<Result> result = evaluate(s, shippedCatalogue(), Detail::Terms);
        QVERIFY(result.has_value());
        QVERIFY(!result->feasible);
        QVERIFY(!result->fixes.empty());
    }
};

QTEST_GUILESS_MAIN(EvaluateTest)
#include "evaluate_test.moc"

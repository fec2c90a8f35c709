#include "core/architecture/model_parts.h"
#include "core/architecture/parameter_count.h"
#include "core/memory/model_states.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <rapidcheck.h>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// Of the parts that the step model, and with it the memory of a rank, covers.
bool isTimed(const Transformer& model) {
    const ModelParts none =
        setOf({ModelPart::SparseIndexer, ModelPart::CompressedAttention, ModelPart::LinearAttention,
               ModelPart::StateSpace, ModelPart::HyperConnections});
    return (partsOf(model) & none).none();
}

const Transformer& model(const char* id) {
    return findEntry(shippedCatalogue().models, id)->transformer;
}

LocalParameters allLayers(const Transformer& transformer, const ParameterSplit& split) {
    LocalParameters sum;
    for (const std::uint16_t kind : transformer.layers) {
        sum += localLayerParameters(transformer, transformer.layerKinds[kind], split);
    }
    return sum;
}

double total(const ModelStates& states) {
    return (states.weights + states.gradients + states.optimizer).base();
}

} // namespace

class ModelStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // arXiv 1910.02054 figure 1, 7.5 B parameters over 64 ranks with 2-byte gradients: 120 GB,
    // 31.4 with the optimiser divided, 16.6 with gradients too, 1.88 with weights too.
    void followsTheZeroPaper() {
        const double parameters = 7.5e9;
        QCOMPARE(total(modelStates(parameters, 2.0, {})), 120e9);
        QVERIFY(near(total(modelStates(parameters, 2.0, {.optimizer = 64.0})), 31.4e9, 0.001));
        QVERIFY(near(total(modelStates(parameters, 2.0, {.gradients = 64.0, .optimizer = 64.0})),
                     16.6e9, 0.003));
        QVERIFY(near(total(modelStates(parameters, 2.0,
                                       {.weights = 64.0, .gradients = 64.0, .optimizer = 64.0})),
                     1.88e9, 0.003));
    }

    void oneRankHoldsTheWholeModel_data() {
        QTest::addColumn<QString>("id");
        for (const ModelEntry& entry : shippedCatalogue().models) {
            if (isTimed(entry.transformer)) {
                QTest::newRow(entry.id.c_str()) << QString::fromStdString(entry.id);
            }
        }
    }

    void oneRankHoldsTheWholeModel() {
        QFETCH(QString, id);
        const Transformer& transformer = model(id.toLatin1().constData());
        const double sum = allLayers(transformer, {}).total() +
                           localEmbeddingParameters(transformer, 1) +
                           localHeadParameters(transformer, 1, false);
        QCOMPARE(sum, static_cast<double>(parameterCount(transformer).total()));
    }

    void expertsAreDividedOverTheirOwnRanks() {
        for (const char* id : {"deepseek-v3", "mixtral-8x7b", "qwen3-235b-a22b"}) {
            const Transformer& transformer = model(id);
            const LocalParameters whole = allLayers(transformer, {});
            const auto routed =
                static_cast<double>(parameterCount(transformer).layers.routedExperts);
            QCOMPARE(whole.expert, routed);
            QVERIFY(rc::check("EP and ETP divide the experts, TP the rest", [&] {
                const ParameterSplit split{
                    .tensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4),
                    .expertParallel = *rc::gen::element<std::int64_t>(1, 2, 4, 8),
                    .expertTensorParallel = *rc::gen::element<std::int64_t>(1, 2, 4)};
                const LocalParameters part = allLayers(transformer, split);
                const auto ranks =
                    static_cast<double>(split.expertParallel * split.expertTensorParallel);
                RC_ASSERT(near(part.expert * ranks, routed, 1e-12));
                const ParameterSplit dense{.tensorParallel = split.tensorParallel};
                RC_ASSERT(part.dense == allLayers(transformer, dense).dense);
                RC_ASSERT(part.dense <= whole.dense);
                RC_ASSERT(part.dense * static_cast<double>(split.tensorParallel) >= whole.dense);
            }));
        }
    }

    void replicatesKvHeadsBeyondTheirNumber() {
        const Transformer& llama = model("llama-3.1-8b");
        const LayerKind& kind = llama.layerKinds[0];
        const double at8 = localLinearParameters(llama, kind, {.tensorParallel = 8});
        const double at16 = localLinearParameters(llama, kind, {.tensorParallel = 16});
        // One KV head on each of 8 ranks, and still one on each of 16.
        const double keyValue = 2.0 * 1 * 128 * 4096;
        QCOMPARE(at16 - keyValue, (at8 - keyValue) / 2.0);
    }

    // DeepSeek-V3: projections to the latents (1536 and 512 + 64) whole on each rank.
    void latentProjectionsAreNotDivided() {
        const Transformer& deepseek = model("deepseek-v3");
        const LayerKind& dense = deepseek.layerKinds[0];
        const double down = 7168.0 * (1536 + 512 + 64);
        const double at1 = localLinearParameters(deepseek, dense, {});
        const double at8 = localLinearParameters(deepseek, dense, {.tensorParallel = 8});
        QCOMPARE(at8 - down, (at1 - down) / 8.0);
    }

    // arXiv 2412.19437: the multi-token prediction module holds what it shares with nobody.
    void predictionJoinsAndNorms() {
        const Transformer& deepseek = model("deepseek-v3");
        QCOMPARE(localPredictionParameters(deepseek, 1), 2.0 * 7168 * 7168 + 3.0 * 7168);
        const LayerKind& kind = deepseek.layerKinds[deepseek.multiTokenPrediction->kind];
        const double module = localLayerParameters(deepseek, kind, {}).total() +
                              localPredictionParameters(deepseek, 1);
        QCOMPARE(module, static_cast<double>(predictionParameters(deepseek).total()));
    }
};

QTEST_GUILESS_MAIN(ModelStatesTest)
#include "model_states_test.moc"

#include "core/architecture/model_parts.h"
#include "core/architecture/parameter_count.h"
#include "core/memory/model_states.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

/// Of the parts that the step model, and with it the memory of a rank, covers.
bool isTimed(const Transformer& model) {
    const ModelParts parts = partsOf(model);
    return (parts & ~setOf({ModelPart::GroupedQueryAttention, ModelPart::DenseFeedForward})).none();
}

} // namespace

class ModelStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // arXiv 1910.02054: 16 bytes a parameter with 2-byte gradients; ZeRO-1 divides the 12.
    void followsTheZeroPaper() {
        const ModelStates whole = modelStates(1e9, 2.0, 1.0);
        QCOMPARE((whole.weights + whole.gradients + whole.optimizer).base(), 16e9);
        QCOMPARE(modelStates(1e9, 4.0, 64.0).optimizer.base(), 12e9 / 64.0);
    }

    void oneRankHoldsTheWholeModel_data() {
        QTest::addColumn<QString>("id");
        for (const ModelEntry& model : shippedCatalogue().models) {
            if (isTimed(model.transformer)) {
                QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
            }
        }
    }

    void oneRankHoldsTheWholeModel() {
        QFETCH(QString, id);
        const Transformer& model =
            findEntry(shippedCatalogue().models, id.toStdString())->transformer;
        double sum = localEmbeddingParameters(model, 1) + localHeadParameters(model, 1, false);
        for (const std::uint16_t kind : model.layers) {
            sum += localLayerParameters(model, model.layerKinds[kind], 1);
        }
        QCOMPARE(sum, static_cast<double>(parameterCount(model).total()));
    }

    void replicatesKvHeadsBeyondTheirNumber() {
        const Transformer& llama =
            findEntry(shippedCatalogue().models, "llama-3.1-8b")->transformer;
        const LayerKind& kind = llama.layerKinds[0];
        const double at8 = localLinearParameters(llama, kind, 8);
        const double at16 = localLinearParameters(llama, kind, 16);
        // One KV head on each of 8 ranks, and still one on each of 16.
        const double keyValue = 2.0 * 1 * 128 * 4096;
        QCOMPARE(at16 - keyValue, (at8 - keyValue) / 2.0);
    }
};

QTEST_GUILESS_MAIN(ModelStatesTest)
#include "model_states_test.moc"

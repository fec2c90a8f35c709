#include "core/architecture/model_parts.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"

#include <QTest>

#include <set>

using namespace roofplan;

class ModelPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void namesWhatAModelIsMadeOf_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<QByteArray>("parts");
        QTest::addColumn<QByteArray>("layers");
        const auto row = [](const Transformer& model, const char* parts, const char* layers) {
            QTest::newRow(model.name.c_str()) << model << QByteArray(parts) << QByteArray(layers);
        };
        row(samples::llama31Of8B(), "grouped-query attention, dense feed-forward",
            "32 layers: 32 × GQA + dense");
        row(samples::llama2Of7B(), "grouped-query attention, dense feed-forward",
            "32 layers: 32 × MHA + dense");
        row(samples::deepSeekV3(),
            "multi-head latent attention, dense feed-forward, mixture of experts, multi-token "
            "prediction",
            "61 layers: 3 × MLA + dense, 58 × MLA + 256 experts (8 a token, 1 shared)");
        row(samples::glm5(),
            "sparse attention with an indexer, multi-head latent attention, dense feed-forward, "
            "mixture of experts, multi-token prediction",
            "78 layers: 3 × MLA (indexer picks 2048 keys) + dense, 75 × MLA (indexer picks 2048 "
            "keys) + 256 experts (8 a token, 1 shared)");
        row(samples::deepSeekV4Flash(),
            "sparse attention with an indexer, compressed attention, mixture of experts, "
            "hyper-connections, multi-token prediction",
            "43 layers: 2 × compressed attention (window 128) + 256 experts (6 a token, 1 shared), "
            "21 × compressed attention (window 128, a key for 4 tokens, indexer picks 512 keys) + "
            "256 experts (6 a token, 1 shared), 20 × compressed attention (window 128, a key for "
            "128 tokens) + 256 experts (6 a token, 1 shared)");
        row(samples::qwen35Of27B(),
            "grouped-query attention, gated attention, linear attention (Gated DeltaNet), dense "
            "feed-forward, multi-token prediction, vision tower",
            "64 layers: 48 × Gated DeltaNet + dense, 16 × GQA (gated) + dense");
        row(samples::nemotron3Nano(),
            "grouped-query attention, state-space layers (Mamba-2), mixture of experts, layers of "
            "one mixer",
            "52 layers: 23 × Mamba-2, 23 × 128 experts (6 a token, shared width 3712), 6 × GQA");
        row(samples::gemma4Of26B(),
            "grouped-query attention, sliding-window attention, keys that serve as values, mixture "
            "of experts, dense feed-forward beside the experts, other norms than one before each "
            "mixer, vision tower",
            "30 layers: 25 × GQA (window 1024) + dense + 128 experts (8 a token), 5 × GQA + dense "
            "+ 128 experts (8 a token)");
        row(samples::gptOssOf20B(),
            "grouped-query attention, sliding-window attention, attention sinks, mixture of "
            "experts",
            "24 layers: 12 × GQA (window 128) + 32 experts (4 a token), 12 × GQA + 32 experts (4 a "
            "token)");
        row(samples::llama4Scout(),
            "grouped-query attention, chunked attention, query/key norm without weights, mixture "
            "of experts",
            "48 layers: 36 × GQA (chunks of 8192) + 16 experts (1 a token, 1 shared), 12 × GQA + "
            "16 experts (1 a token, 1 shared)");
        row(samples::miniMaxM2(),
            "grouped-query attention, query/key norm over all heads, mixture of experts, "
            "multi-token prediction",
            "62 layers: 62 × GQA + 256 experts (8 a token)");
    }

    void namesWhatAModelIsMadeOf() {
        QFETCH(Transformer, model);
        QFETCH(QByteArray, parts);
        QFETCH(QByteArray, layers);
        QCOMPARE(partNames(partsOf(model)), parts.toStdString());
        QCOMPARE(layersText(model), layers.toStdString());
    }

    void everyPartHasANameOfItsOwn() {
        std::set<std::string> names;
        for (std::size_t i = 0; i < modelPartCount; ++i) {
            names.insert(partName(static_cast<ModelPart>(i)));
        }
        QCOMPARE(names.size(), modelPartCount);
        QVERIFY(!names.contains(std::string()));
    }

    void oneLayerIsNoPlural() {
        Transformer model = samples::llama31Of8B();
        model.layers = {0};
        QCOMPARE(layersText(model), std::string("1 layer: 1 × GQA + dense"));
    }
};

QTEST_GUILESS_MAIN(ModelPartsTest)
#include "model_parts_test.moc"

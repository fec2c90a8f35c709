#include "core/architecture/parameter_count.h"
#include "tests/unit/architecture/transformer_samples.h"

#include <QTest>

using namespace roofplan;

class ParameterCountTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void equalsPublishedCounts_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<qint64>("total");
        // Source: number of weights in the models' safetensors files.
        QTest::newRow("Llama 2 7B") << samples::llama2Of7B() << qint64{6'738'415'616};
        QTest::newRow("Llama 3.1 8B") << samples::llama31Of8B() << qint64{8'030'261'248};
        QTest::newRow("Llama 3.1 70B") << samples::llama31Of70B() << qint64{70'553'706'496};
        QTest::newRow("Llama 3.1 405B")
            << samples::llama(16384, 126, 128, 8, 53248, 128256) << qint64{405'853'388'800};
    }

    void equalsPublishedCounts() {
        QFETCH(Transformer, model);
        QFETCH(qint64, total);
        const ParameterCount count = parameterCount(model);
        QCOMPARE(count.total(), total);
        QCOMPARE(count.active(), total);
    }

    void equalsTheMegatronFormula_data() {
        QTest::addColumn<qint64>("hidden");
        QTest::addColumn<qint64>("layers");
        QTest::addColumn<qint64>("heads");
        QTest::newRow("22B") << qint64{6144} << qint64{48} << qint64{64};
        QTest::newRow("175B") << qint64{12288} << qint64{96} << qint64{96};
        QTest::newRow("530B") << qint64{20480} << qint64{105} << qint64{128};
        QTest::newRow("1T") << qint64{25600} << qint64{128} << qint64{160};
    }

    // Source: arXiv 2104.04473, equation 2: 12·L·h²·(1 + 13/12h + (V + s)/12Lh), which leaves out
    // the final layer norm of 2h.
    void equalsTheMegatronFormula() {
        QFETCH(qint64, hidden);
        QFETCH(qint64, layers);
        QFETCH(qint64, heads);
        const qint64 published =
            12 * layers * hidden * hidden + 13 * layers * hidden + (51200 + 2048) * hidden;
        QCOMPARE(parameterCount(samples::gpt(hidden, layers, heads)).total(),
                 published + 2 * hidden);
    }

    void countsEachPart() {
        const ParameterCount count = parameterCount(samples::llama31Of8B());
        QCOMPARE(count.embedding, 128256LL * 4096);
        QCOMPARE(count.lmHead, 128256LL * 4096);
        QCOMPARE(count.layers.tokenMixer, 32LL * (2 * 4096 * 4096 + 2 * 4096 * 1024));
        QCOMPARE(count.layers.dense, 32LL * 3 * 4096 * 14336);
        QCOMPARE(count.layers.norms, 65LL * 4096);
    }

    void tyingSavesTheHead() {
        Transformer tied = samples::llama31Of8B();
        tied.tiedEmbeddings = true;
        QCOMPARE(parameterCount(samples::llama31Of8B()).total() - parameterCount(tied).total(),
                 128256LL * 4096);
    }

    void aLayerIsTheSameInEitherCount() {
        const Transformer model = samples::gpt(6144, 48, 64);
        const LayerParameters layer = layerParameters(model, model.layerKinds.front());
        QCOMPARE(layer.total(), 12LL * 6144 * 6144 + 13LL * 6144);
    }

    void queryKeyNormsHaveOneWeightEachAHeadDimension() {
        Transformer model = samples::llama31Of8B();
        std::get<GroupedQueryAttention>(model.layerKinds.front().tokenMixer).queryKeyNorm =
            QueryKeyNorm::Head;
        QCOMPARE(parameterCount(model).total() - parameterCount(samples::llama31Of8B()).total(),
                 32LL * 2 * 128);
    }

    void keyValueBytesCountLayersHeadsAndBothTensors_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<double>("bytes");
        // 2 · L · kv heads · head dimension · 2 bytes.
        QTest::newRow("Llama 2 7B, every head") << samples::llama2Of7B() << 524288.0;
        QTest::newRow("Llama 3.1 8B") << samples::llama31Of8B() << 131072.0;
        QTest::newRow("Llama 3.1 70B") << samples::llama31Of70B() << 327680.0;
    }

    void keyValueBytesCountLayersHeadsAndBothTensors() {
        QFETCH(Transformer, model);
        QFETCH(double, bytes);
        QCOMPARE(keyValueBytesPerToken(model, 2.0), bytes);
        QCOMPARE(keyValueBytesPerToken(model, 1.0), bytes / 2.0);
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "parameter_count_test.moc"

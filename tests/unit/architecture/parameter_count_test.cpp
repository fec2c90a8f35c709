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

    void experts_data() {
        QTest::addColumn<MixtureOfExperts>("mixture");
        QTest::addColumn<qint64>("total");
        QTest::addColumn<qint64>("idle");
        const qint64 h = 4096;
        const qint64 expert = 3 * h * 512;
        const MixtureOfExperts plain{.experts = 16, .perToken = 2, .width = 512};
        QTest::newRow("plain") << plain << 16 * expert + 16 * h << 14 * expert;
        MixtureOfExperts other = plain;
        other.latent = 1024; // experts between 1,024 and 512, two projections 4,096 to 1,024
        QTest::newRow("latent") << other << 16 * 3 * qint64{1024 * 512} + 16 * h + 2 * h * 1024
                                << 14 * 3 * qint64{1024 * 512};
        other = plain;
        other.bias = true;
        QTest::newRow("biases") << other << 16 * (expert + 2 * 512 + h) + 16 * h
                                << 14 * (expert + 2 * 512 + h);
        other = plain;
        other.sharedWidth = 1024;
        other.sharedGate = true;
        QTest::newRow("shared") << other << 18 * expert + 16 * h + h << 14 * expert;
        other = plain;
        other.gated = false;
        QTest::newRow("two matrices") << other << 16 * 2 * h * 512 + 16 * h << 14 * 2 * h * 512;
    }

    void experts() {
        QFETCH(MixtureOfExperts, mixture);
        QFETCH(qint64, total);
        QFETCH(qint64, idle);
        Transformer model = samples::llama31Of8B();
        model.layerKinds.front().channelMixer = mixture;
        const LayerParameters layer = layerParameters(model, model.layerKinds.front());
        QCOMPARE(qint64{layer.channelMixer()}, total);
        QCOMPARE(qint64{layer.idleExperts}, idle);
        QCOMPARE(parameterCount(model).total() - parameterCount(model).active(), 32 * idle);
    }

    void directLatentQueriesHaveNoRank() {
        Transformer model = samples::llama31Of8B();
        LatentAttention attention{.heads = 16,
                                  .queryRank = 0,
                                  .keyValueRank = 512,
                                  .plainDimension = 128,
                                  .rotaryDimension = 64,
                                  .valueDimension = 128};
        model.layerKinds.front().tokenMixer = attention;
        const qint64 keyValue = 4096 * (512 + 64) + 512 + 512 * 16 * 256 + 16 * 128 * 4096;
        QCOMPARE(qint64{layerParameters(model, model.layerKinds.front()).tokenMixer},
                 4096 * 16 * 192 + keyValue);
    }

    void otherParametersOfPredictionAreAddedOnce() {
        Transformer model = samples::llama31Of8B();
        model.multiTokenPrediction = MultiTokenPrediction{.modules = 2};
        const ParameterCount before = parameterCount(model);
        model.multiTokenPrediction->otherParameters = 17;
        const ParameterCount after = parameterCount(model);
        QCOMPARE(after.multiTokenPrediction - before.multiTokenPrediction, 17);
        QCOMPARE(after.multiTokenPredictionActive - before.multiTokenPredictionActive, 17);
        QCOMPARE(after.total(), parameterCount(samples::llama31Of8B()).total());
    }

    // A position table is only looked up; a tied token table is the LM head as well.
    void tablesThatAreLookedUpAreLeftOut() {
        const Transformer gpt = samples::gpt(6144, 48, 64);
        const ParameterCount count = parameterCount(gpt);
        QCOMPARE(count.active() - count.activeWithoutInputEmbedding(), 2048LL * 6144);
        const ParameterCount llama = parameterCount(samples::llama31Of8B());
        QCOMPARE(llama.active() - llama.activeWithoutInputEmbedding(), 128256LL * 4096);
        QCOMPARE(llama.active() - llama.activeWithoutEmbeddings(), 2 * 128256LL * 4096);
    }
};

QTEST_GUILESS_MAIN(ParameterCountTest)
#include "parameter_count_test.moc"

#include "core/architecture/sequence_cache.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"

#include <QTest>

using namespace roofplan;

class SequenceCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void bytesPerToken_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<double>("bytes");
        // 2 · L · kv heads · head dimension · 2 bytes.
        QTest::newRow("Llama 2 7B, every head") << samples::llama2Of7B() << 524288.0;
        QTest::newRow("Llama 3.1 8B") << samples::llama31Of8B() << 131072.0;
        QTest::newRow("Llama 3.1 70B") << samples::llama31Of70B() << 327680.0;
        // arXiv 2505.09343, table 1: 70.272, 327.680 and 516.096 KB in BF16.
        QTest::newRow("DeepSeek-V3") << samples::deepSeekV3() << 70272.0;
        QTest::newRow("Qwen2.5 72B") << samples::llama(8192, 80, 64, 8, 29568, 152064) << 327680.0;
        QTest::newRow("Llama 3.1 405B")
            << samples::llama(16384, 126, 128, 8, 53248, 128256) << 516096.0;
    }

    void bytesPerToken() {
        QFETCH(Transformer, model);
        QFETCH(double, bytes);
        QCOMPARE(keyValueBytesPerToken(model, 8192, 2.0).base(), bytes);
        QCOMPARE(keyValueBytesPerToken(model, 1, 2.0).base(), bytes);
        QCOMPARE(keyValueBytesPerToken(model, 8192, 1.0).base(), bytes / 2.0);
        QVERIFY(sequenceState(model) == SequenceState{});
    }

    void aWindowStopsGrowing() {
        const Transformer model = samples::gptOssOf20B(); // 12 layers of 128 tokens, 12 of all
        const double token = 12.0 * 2.0 * 8.0 * 64.0 * 2.0;
        QCOMPARE(keyValueBytes(model, 100, 2.0).base(), 2.0 * token * 100.0);
        QCOMPARE(keyValueBytes(model, 4096, 2.0).base(), token * (4096.0 + 128.0));
        QCOMPARE(keyValueBytesPerToken(model, 4096, 2.0).base(), token * (1.0 + 128.0 / 4096.0));
    }

    void aChunkStopsGrowing() {
        const double token = 2.0 * 8.0 * 128.0 * 2.0;
        QCOMPARE(keyValueBytes(samples::llama4Scout(), 100'000, 2.0).base(),
                 token * (36.0 * 8192.0 + 12.0 * 100'000.0));
    }

    void indexersKeepOneKeyAToken() {
        QCOMPARE(keyValueBytesPerToken(samples::glm5(), 4096, 1.0).base(),
                 78.0 * (512.0 + 64.0 + 128.0));
        QCOMPARE(keyValueBytesPerToken(samples::miniMaxM3(), 4096, 1.0).base(),
                 60.0 * 2.0 * 4.0 * 128.0 + 57.0 * 128.0);
    }

    // DeepSeek-V4-Flash: a window of 128 in 43 layers, blocks of 4 in 21 (with an indexer's key)
    // and of 128 in 20. Blocks that are not full have no key yet.
    void compressedKeysStandForBlocks() {
        const Transformer model = samples::deepSeekV4Flash();
        const double blocks = 21.0 * (512.0 + 128.0) * 2500.0 + 20.0 * 512.0 * 78.0;
        QCOMPARE(keyValueBytes(model, 10'000, 1.0).base(), 43.0 * 128.0 * 512.0 + blocks);
        QCOMPARE(qint64{sequenceState(model).compressor},
                 qint64{21 * 2 * 8 * 2 * (512 + 128) + 20 * 2 * 128 * 512});
    }

    // A key of window and blocks in FP8 is 7 % of DeepSeek-V3.2 (61 layers of 576 and an indexer's
    // 128) at 1 M tokens, as its model card says; with equal bytes an element 8 %.
    void isASmallShareOfLatentAttention() {
        const double earlier = 61.0 * (576.0 + 128.0) * 1e6;
        const double share =
            keyValueBytes(samples::deepSeekV4Flash(), 1'000'000, 1.0).base() / earlier;
        QVERIFY(share > 0.07 && share < 0.09);
    }

    void statesDoNotGrow() {
        const Transformer qwen = samples::qwen35Of27B();
        QCOMPARE(keyValueBytesPerToken(qwen, 4096, 2.0).base(), 16.0 * 2.0 * 4.0 * 256.0 * 2.0);
        const SequenceState linear = sequenceState(qwen);
        QCOMPARE(qint64{linear.recurrent}, qint64{48} * 48 * 128 * 128);
        QCOMPARE(qint64{linear.convolution}, qint64{48} * 3 * (2 * 16 * 128 + 48 * 128));
        const SequenceState space = sequenceState(samples::nemotron3Nano());
        QCOMPARE(qint64{space.recurrent}, qint64{23} * 64 * 64 * 128);
        QCOMPARE(qint64{space.convolution}, qint64{23} * 3 * (64 * 64 + 2 * 8 * 128));
        QCOMPARE(qint64{space.total()}, qint64{space.recurrent + space.convolution});
    }
};

QTEST_GUILESS_MAIN(SequenceCacheTest)
#include "sequence_cache_test.moc"

#include "core/architecture/flop_count.h"
#include "core/architecture/parameter_count.h"
#include "tests/unit/architecture/hybrid_samples.h"
#include "tests/unit/architecture/latent_samples.h"

#include <QTest>

using namespace roofplan;

class FlopCountTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Llama 3.1 8B, 64 tokens that each attend to 4,096: GEMM by GEMM 2·m·n·k. GenZ prints the
    // same; LLM-Viewer prints half of the LM head (it forgets the factor 2).
    void equalsTheSumOfItsMatrixMultiplications() {
        const double batch = 64.0;
        const double projections = 3'221'225'472.0 + 2'147'483'648.0;
        const double feedForward = 15'032'385'536.0 + 7'516'192'768.0;
        const double scoresAndValues = 2.0 * 2'147'483'648.0;
        const ForwardFlops flops =
            forwardFlopsPerToken(samples::llama31Of8B(), 4096, AttentionFlops::Full);
        QVERIFY(flops.linears.base() * batch == 32.0 * (projections + feedForward));
        QVERIFY(flops.attention.base() * batch == 32.0 * scoresAndValues);
        QVERIFY(flops.lmHead.base() * batch == 67'243'081'728.0);
        QVERIFY(flops.total() == flops.linears + flops.attention + flops.lmHead);
    }

    // Llama 2 7B, a prompt of 2,048 tokens: four projections and three feed-forward GEMMs a layer,
    // as LLM-Viewer and GenZ print them.
    void equalsWhatPeersPrintForAPrompt() {
        const ForwardFlops flops =
            forwardFlopsPerToken(samples::llama2Of7B(), 2048, AttentionFlops::Full);
        QVERIFY(flops.linears.base() * 2048.0 ==
                32.0 * (4.0 * 68'719'476'736.0 + 3.0 * 184'683'593'728.0));
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

    // Source: arXiv 2205.05198, equation 7: 72·B·L·s·h²·(1 + s/6h + V/12hL), here for one token.
    void equalsTheMegatronFormula() {
        QFETCH(qint64, hidden);
        QFETCH(qint64, layers);
        QFETCH(qint64, heads);
        const qint64 sequence = 2048;
        const qint64 vocabulary = 51200;
        const qint64 published = 72 * layers * hidden * hidden + 12 * layers * sequence * hidden +
                                 6 * hidden * vocabulary;
        const Flops flops =
            modelFlopsPerToken(samples::gpt(hidden, layers, heads), sequence, AttentionFlops::Full);
        QVERIFY(flops.base() == static_cast<double>(published));
    }

    // Source: arXiv 2204.02311, appendix B: 6·N + 12·L·a·d·s with N the parameters that a token is
    // multiplied with: all but the embedding look-up and the norms.
    void equalsThePalmFormula() {
        const Transformer model = samples::llama31Of70B();
        const ParameterCount count = parameterCount(model);
        const double multiplied =
            static_cast<double>(count.total() - count.embedding - count.layers.norms);
        const double attention = 12.0 * 80.0 * 64.0 * 128.0 * 8192.0;
        const Flops flops = modelFlopsPerToken(model, 8192, AttentionFlops::Full);
        QVERIFY(flops.base() == 6.0 * multiplied + attention);
    }

    void causalAttentionIsHalf() {
        const Transformer model = samples::llama31Of70B();
        const ForwardFlops full = forwardFlopsPerToken(model, 8192, AttentionFlops::Full);
        const ForwardFlops causal = forwardFlopsPerToken(model, 8192, AttentionFlops::CausalHalf);
        QVERIFY(causal.attention * 2.0 == full.attention);
        QVERIFY(causal.linears == full.linears);
        QVERIFY(causal.lmHead == full.lmHead);
    }

    void aTiedHeadIsStillMultiplied() {
        Transformer tied = samples::llama31Of8B();
        tied.tiedEmbeddings = true;
        QVERIFY(modelFlopsPerToken(tied, 4096, AttentionFlops::Full) ==
                modelFlopsPerToken(samples::llama31Of8B(), 4096, AttentionFlops::Full));
    }

    void keysOfASpan_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qint64>("tokens");
        QTest::addColumn<double>("causal");
        QTest::addColumn<double>("full");
        using Kind = AttentionSpan::Kind;
        const auto row = [](const char* name, Kind kind, qint64 tokens, double causal,
                            double full) {
            QTest::newRow(name) << static_cast<int>(kind) << tokens << causal << full;
        };
        row("full", Kind::Full, 0, 500.0, 1000.0);
        row("window", Kind::Sliding, 100, 95.0, 100.0); // 100 tokens see 50, 900 see 100
        row("window of the sequence", Kind::Sliding, 1000, 500.0, 1000.0);
        row("window beyond it", Kind::Sliding, 4096, 500.0, 1000.0);
        row("chunks", Kind::Chunked, 250, 125.0, 250.0);
        row("chunks and a rest", Kind::Chunked, 400, 180.0, 360.0); // 400, 400, 200
        row("chunk beyond it", Kind::Chunked, 8192, 500.0, 1000.0);
    }

    void keysOfASpan() {
        QFETCH(int, kind);
        QFETCH(qint64, tokens);
        QFETCH(double, causal);
        QFETCH(double, full);
        const AttentionSpan span{static_cast<AttentionSpan::Kind>(kind), tokens};
        QCOMPARE(averageKeys(span, 1000, AttentionFlops::CausalHalf), causal);
        QCOMPARE(averageKeys(span, 1000, AttentionFlops::Full), full);
    }

    // The sum over the tokens, each of which sees itself half.
    void aWindowIsTheMeanOverItsTokens() {
        double sum = 0.0;
        for (int i = 1; i <= 777; ++i) {
            sum += i <= 128 ? i - 0.5 : 128.0;
        }
        const AttentionSpan span{AttentionSpan::Kind::Sliding, 128};
        QCOMPARE(averageKeys(span, 777, AttentionFlops::CausalHalf), sum / 777.0);
    }

    // 6·N of the weights a token meets without the input table, and what is no matrix, 2/6 of it.
    void linearsAreTwiceTheActiveWeights_data() {
        QTest::addColumn<Transformer>("model");
        QTest::addColumn<double>("vectors"); // share of biases, norms, sinks and scales
        const auto row = [](const Transformer& model, double vectors) {
            QTest::newRow(model.name.c_str()) << model << vectors;
        };
        row(samples::qwen3Of235B(), 1e-4);
        row(samples::deepSeekV3(), 1e-4);
        row(samples::glm5(), 1e-4);
        row(samples::miniMaxM3(), 1e-4);
        row(samples::gptOssOf120B(), 1e-3);
        row(samples::gemma4Of26B(), 1e-3);
        row(samples::nemotron3Nano(), 1e-3);
        row(samples::qwen35Of397B(), 1e-4);
        row(samples::llama4Scout(), 1e-4);
    }

    void linearsAreTwiceTheActiveWeights() {
        QFETCH(Transformer, model);
        QFETCH(double, vectors);
        const ForwardFlops flops = forwardFlopsPerToken(model, 4096, AttentionFlops::Full);
        const double active =
            static_cast<double>(parameterCount(model).activeWithoutInputEmbedding());
        const double multiplied = (flops.linears + flops.lmHead).base() / 2.0;
        QVERIFY(multiplied < active);
        QVERIFY(multiplied > active * (1.0 - vectors));
    }

    // Each matrix of a layer of DeepSeek-V3 by itself, the heads' keys and values expanded.
    void latentAttentionIsTheSumOfItsMultiplications() {
        Transformer model = samples::deepSeekV3();
        model.layers = {1};
        const ForwardFlops flops = forwardFlopsPerToken(model, 4096, AttentionFlops::Full);
        const double queries = 7168.0 * 1536.0 + 1536.0 * 128.0 * 192.0;
        const double keysAndValues = 7168.0 * 576.0 + 512.0 * 128.0 * 256.0;
        const double output = 128.0 * 128.0 * 7168.0;
        const double experts = (8.0 + 1.0) * 3.0 * 7168.0 * 2048.0 + 256.0 * 7168.0;
        QCOMPARE(flops.linears.base(), 2.0 * (queries + keysAndValues + output + experts));
        QCOMPARE(flops.attention.base(), 2.0 * 128.0 * (192.0 + 128.0) * 4096.0);
    }

    // GLM-5: 32 index heads of 128 and their weights over all keys, attention over 2,048 of them.
    void anIndexerScoresAllKeysAndPicks() {
        Transformer model = samples::glm5();
        model.layers = {1};
        const ForwardFlops flops = forwardFlopsPerToken(model, 65536, AttentionFlops::CausalHalf);
        QCOMPARE(flops.indexer.base(), 2.0 * 32.0 * 129.0 * 32768.0);
        QCOMPARE(flops.attention.base(),
                 2.0 * 64.0 * (256.0 + 256.0) * (2048.0 - 2048.0 * 2048.0 / 2.0 / 65536.0));
    }

    // DeepSeek-V4-Flash over 8,192 tokens: a window of 128, a key for each 4 or 128 of them.
    void compressedAttentionReadsWindowAndBlocks() {
        Transformer model = samples::deepSeekV4Flash();
        const double window = 128.0 - 128.0 * 128.0 / 2.0 / 8192.0;
        const auto attention = [&model](std::uint16_t kind) {
            model.layers = {kind};
            return forwardFlopsPerToken(model, 8192, AttentionFlops::CausalHalf);
        };
        QCOMPARE(attention(4).attention.base(), 4.0 * 64.0 * 512.0 * window);
        QCOMPARE(attention(3).attention.base(), 4.0 * 64.0 * 512.0 * (window + 32.0));
        const double picked = 512.0 - 512.0 * 512.0 / 2.0 / 2048.0;
        QCOMPARE(attention(2).attention.base(), 4.0 * 64.0 * 512.0 * (window + picked));
        QCOMPARE(attention(2).indexer.base(), 2.0 * 64.0 * 129.0 * 1024.0);
        QCOMPARE(attention(3).indexer.base(), 0.0);
    }

    void fourStreamsAreReadWrittenAndMixed() {
        Transformer model = samples::deepSeekV4Flash();
        const ForwardFlops four = forwardFlopsPerToken(model, 4096, AttentionFlops::Full);
        model.residualStreams = 1;
        const ForwardFlops one = forwardFlopsPerToken(model, 4096, AttentionFlops::Full);
        const double weights = 2.0 * 43.0 * 24.0 * 16384.0 + 4.0 * 16384.0;
        const double streams = 4096.0 * (2.0 * 43.0 * 24.0 + 4.0);
        QCOMPARE((four.linears - one.linears).base(), 2.0 * (weights + streams));
    }

    void statesAreReadAndWritten() {
        const ForwardFlops linear =
            forwardFlopsPerToken(samples::qwen35Of27B(), 4096, AttentionFlops::CausalHalf);
        QCOMPARE(linear.state.base(), 48.0 * 6.0 * 48.0 * 128.0 * 128.0);
        QCOMPARE(linear.attention.base(), 16.0 * 4.0 * 24.0 * 256.0 * 2048.0);
        const ForwardFlops space =
            forwardFlopsPerToken(samples::nemotron3Nano(), 4096, AttentionFlops::CausalHalf);
        QCOMPARE(space.state.base(), 23.0 * 4.0 * 64.0 * 64.0 * 128.0);
    }

    void predictionStandsApart() {
        Transformer model = samples::deepSeekV3();
        const ForwardFlops with = forwardFlopsPerToken(model, 4096, AttentionFlops::CausalHalf);
        model.multiTokenPrediction.reset();
        const ForwardFlops without = forwardFlopsPerToken(model, 4096, AttentionFlops::CausalHalf);
        QCOMPARE(with.total().base(), without.total().base());
        QCOMPARE(without.multiTokenPrediction.base(), 0.0);
        model.layers = {1};
        const ForwardFlops layer = forwardFlopsPerToken(model, 4096, AttentionFlops::CausalHalf);
        QCOMPARE(with.multiTokenPrediction.base(),
                 layer.total().base() + 2.0 * 2.0 * 7168.0 * 7168.0);
    }
};

QTEST_GUILESS_MAIN(FlopCountTest)
#include "flop_count_test.moc"

#include "core/architecture/flop_count.h"
#include "core/architecture/parameter_count.h"
#include "tests/unit/architecture/transformer_samples.h"

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
};

QTEST_GUILESS_MAIN(FlopCountTest)
#include "flop_count_test.moc"

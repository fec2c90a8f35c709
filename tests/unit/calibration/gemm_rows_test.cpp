#include "core/calibration/gemm_rows.h"
#include "tests/unit/calibration/measurement_rows.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;
using nlohmann::json;

namespace {

/// Milliseconds of a row with these members.
double predicted(const char* members) {
    json row = json::parse(members);
    row["id"] = "row";
    row["latency_ms"] = 1.0;
    row["score"] = {{"tier", "A"}, {"target", "latency_ms"}};
    return scoredRow(row).predicted;
}

double gemm(const char* gpu, const char* format, int m, int n, int k) {
    const json row{{"op", "gemm"}, {"gpu", gpu}, {"dtype", format}, {"m", m}, {"n", n}, {"k", k}};
    return predicted(row.dump().c_str());
}

} // namespace

class GemmRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the operator curves, microseconds.
    void meetsTheCheckNumbers_data() {
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<double>("microseconds");
        QTest::newRow("H100 FP8")
            << QByteArray(
                   R"({"op": "gemm", "gpu": "H100", "dtype": "fp8", "m": 64, "n": 8192, "k": 8192})")
            << 38.0;
        QTest::newRow("B200 NVFP4")
            << QByteArray(
                   R"({"op": "gemm", "gpu": "B200", "dtype": "nvfp4", "m": 16, "n": 8192, "k": 8192})")
            << 22.0;
        QTest::newRow("B200 FP8")
            << QByteArray(
                   R"({"op": "gemm", "gpu": "B200", "dtype": "fp8", "m": 4096, "n": 8192, "k": 8192})")
            << 245.0;
        QTest::newRow("A100 BF16")
            << QByteArray(
                   R"({"op": "gemm", "gpu": "A100", "dtype": "bfloat16", "m": 256, "n": 8192, "k": 8192})")
            << 150.9;
        QTest::newRow("H100 prefill")
            << QByteArray(
                   R"({"op": "attention_prefill", "gpu": "H100", "dtype": "bfloat16", "batch": 1, "seq_q": 4096, "seq_kv": 4096, "heads": 32, "kv_heads": 8, "head_dim": 128})")
            << 349.0;
        QTest::newRow("B200 FP8 prefill")
            << QByteArray(
                   R"({"op": "attention_prefill", "gpu": "B200", "dtype": "fp8", "kv_dtype": "fp8", "batch": 8, "seq_q": 1024, "seq_kv": 1024, "heads": 64, "kv_heads": 8, "head_dim": 128})")
            << 280.0;
        QTest::newRow("H100 decode")
            << QByteArray(
                   R"({"op": "attention_decode", "gpu": "H100", "dtype": "bfloat16", "kv_dtype": "bfloat16", "batch": 64, "seq_q": 1, "seq_kv": 8192, "heads": 32, "kv_heads": 8, "head_dim": 128})")
            << 768.0;
    }

    void meetsTheCheckNumbers() {
        QFETCH(QByteArray, row);
        QFETCH(double, microseconds);
        const double us = predicted(row.constData()) * 1e3;
        QVERIFY2(near(us, microseconds, 0.006), qPrintable(QString::number(us)));
    }

    void blockScalesAreAFormatOfTheirOwn() {
        const double tensor = gemm("H100", "fp8", 4096, 8192, 8192);
        const double block = gemm("H100", "fp8_block", 4096, 8192, 8192);
        QVERIFY(block > 1.05 * tensor);
        // Fewer and cheaper cast kernels, which decide at decode sizes.
        QVERIFY(gemm("H100", "fp8_block", 1, 1024, 1024) < gemm("H100", "fp8", 1, 1024, 1024));
    }

    void eightBitsWithDynamicScalesAreSlowerOnSmallWeights() {
        QVERIFY(gemm("H100", "fp8", 1, 4096, 4096) > gemm("H100", "bfloat16", 1, 4096, 4096));
        QVERIFY(gemm("H100", "fp8", 1, 16384, 8192) < gemm("H100", "bfloat16", 1, 16384, 8192));
    }

    void latentAttentionIsPricedForPromptsToo() {
        const double decode = predicted(
            R"({"op": "mla_decode", "gpu": "H100", "dtype": "bfloat16", "kv_dtype": "bfloat16", "batch": 32, "seq_q": 1, "seq_kv": 8192, "heads": 1})");
        QVERIFY2(near(decode, 0.115, 0.05), qPrintable(QString::number(decode)));
        const double prefill = predicted(
            R"({"op": "mla_prefill", "gpu": "H100", "dtype": "bfloat16", "batch": 1, "seq_q": 8192, "seq_kv": 8192, "heads": 128})");
        // 320·128·8192² FLOPs at 0.71 of 989 TFLOPS, and a little.
        QVERIFY2(prefill > 3.91 && prefill < 4.6, qPrintable(QString::number(prefill)));
    }
};

QTEST_GUILESS_MAIN(GemmRowsTest)
#include "gemm_rows_test.moc"

#include "core/operators/attention_decode.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

const Gpu& gpu(const char* id) {
    return *findEntry(shippedCatalogue().gpus, id);
}

const EfficiencyProfile& profileOf(const char* id) {
    return *findEntry(shippedCatalogue().efficiencyProfiles, gpu(id).efficiencyProfile);
}

double decode(const char* id, const DecodeShape& shape, CacheState state = CacheState::Cold) {
    return decodeAttentionCost(shape, *decodeRates(gpu(id), profileOf(id)), state).time.base() *
           1e6;
}

KernelCost latent(const char* id, const LatentDecodeShape& shape) {
    return latentDecodeCost(shape, *latentDecodeRates(gpu(id), profileOf(id)), CacheState::Cold);
}

} // namespace

class AttentionDecodeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the operator curves, microseconds, cold.
    void meetsTheCheckNumbers() {
        const double h100 = decode(
            "h100-sxm", {.sequences = 64, .queryHeads = 32, .keyValueHeads = 8, .context = 8192});
        QVERIFY2(near(h100, 768.0, 0.006), qPrintable(QString::number(h100)));
        const double b200 = decode(
            "b200-hgx", {.sequences = 1, .queryHeads = 8, .keyValueHeads = 1, .context = 65536});
        QVERIFY2(near(b200, 34.1, 0.01), qPrintable(QString::number(b200)));
    }

    void aLoneSequenceIsBoundByItsPieces() {
        const DecodeShape lone{.queryHeads = 8, .keyValueHeads = 1, .context = 65536};
        DecodeShape eight = lone;
        eight.sequences = 8;
        // Eight times the bytes in far less than eight times the time: more thread blocks pull.
        QVERIFY(decode("h100-sxm", eight) < 4.0 * decode("h100-sxm", lone));
    }

    void aRepeatedCacheComesOutOfL2() {
        const DecodeShape small{
            .sequences = 16, .queryHeads = 64, .keyValueHeads = 8, .context = 1024};
        const double cold = decode("b200-hgx", small);
        QVERIFY(decode("b200-hgx", small, CacheState::Repeated) < 0.85 * cold);
        DecodeShape large = small;
        large.context = 8192;
        QCOMPARE(decode("b200-hgx", large, CacheState::Repeated), decode("b200-hgx", large));
    }

    void countsBytesAndFlops() {
        const KernelCost cost = decodeAttentionCost(
            {.sequences = 2,
             .queryHeads = 4,
             .keyValueHeads = 2,
             .context = 10,
             .bytesAnElement = 1.0},
            *decodeRates(gpu("h100-sxm"), profileOf("h100-sxm")), CacheState::Cold);
        QCOMPARE(cost.hbm.base(), 2.0 * 2 * 10 * 2 * 128 + 4.0 * 2 * 4 * 128);
        QCOMPARE(cost.flops.base(), 4.0 * 2 * 4 * 128 * 10);
        QCOMPARE(cost.bound, Bound::Latency);
    }

    void latentAttentionIsBoundByBytesThenByProducts() {
        const KernelCost few = latent("h100-sxm", {.sequences = 128, .heads = 1, .context = 8192});
        QCOMPARE(few.bound, Bound::Hbm);
        QVERIFY(near(few.time.base(), 404e-6, 0.05)); // published
        const KernelCost many =
            latent("h100-sxm", {.sequences = 128, .heads = 128, .context = 8192, .fp8 = true});
        QCOMPARE(many.bound, Bound::Compute);
        QVERIFY(near(many.time.base(), 433e-6, 0.10)); // published
    }

    void fewHeadsFillATile() {
        const auto products = [](std::int64_t heads) {
            return latent("h100-sxm", {.sequences = 8, .heads = heads, .context = 4096}).compute;
        };
        QCOMPARE(products(1).base(), products(16).base());
        QVERIFY(products(32) > products(16));
    }

    void profilesWithoutATableHaveNoRates() {
        QVERIFY(!decodeRates(gpu("l40s"), profileOf("l40s")));
        QVERIFY(!latentDecodeRates(gpu("a100-sxm-80gb"), profileOf("a100-sxm-80gb")));
    }
};

QTEST_GUILESS_MAIN(AttentionDecodeTest)
#include "attention_decode_test.moc"

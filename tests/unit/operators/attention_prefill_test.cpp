#include "core/operators/attention_prefill.h"
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

Device engine(const char* id) {
    return makeDevice(gpu(id), profileOf(id), Precision::Bf16, GemmKernels::Engine, false);
}

} // namespace

class AttentionPrefillTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the operator curves, microseconds.
    void meetsTheCheckNumbers() {
        const KernelCost h100 = prefillAttentionCost(
            {.queryHeads = 32, .keyValueHeads = 8, .sequence = 4096}, engine("h100-sxm"));
        QVERIFY2(near(h100.time.base(), 349e-6, 0.006),
                 qPrintable(QString::number(h100.time.base())));
        const auto low =
            withLowPrecisionAttention(engine("b200-hgx"), gpu("b200-hgx"), profileOf("b200-hgx"));
        QVERIFY(low.has_value());
        const KernelCost b200 = prefillAttentionCost(
            {.sequences = 8, .queryHeads = 64, .keyValueHeads = 8, .sequence = 1024}, *low);
        QVERIFY2(near(b200.time.base(), 280e-6, 0.006),
                 qPrintable(QString::number(b200.time.base())));
    }

    void addsThePassThatWritesTheCache() {
        const AttentionShape shape{.queryHeads = 32, .keyValueHeads = 8, .sequence = 4096};
        const Device device = engine("h100-sxm");
        const KernelCost bare = flashAttentionCost(shape, device);
        const KernelCost fused = prefillAttentionCost(shape, device);
        QCOMPARE(fused.hbm.base() - bare.hbm.base(), 2.0 * 2.0 * 4096 * 128 * (32 + 2 * 8));
        QVERIFY(fused.time > bare.time);
    }

    void eightBitsNeedTheHardware() {
        const char* const a100 = "a100-sxm-80gb";
        QVERIFY(!withLowPrecisionAttention(engine(a100), gpu(a100), profileOf(a100)));
    }

    void latentPromptsCountTheirFlops() {
        const auto cost =
            latentPrefillCost(2, 4096, 128, engine("h100-sxm"), profileOf("h100-sxm"));
        QVERIFY(cost.has_value());
        QVERIFY(near(cost->flops.base(), 320.0 * 2 * 128 * 4096.0 * 4096.0, 1e-9));
        QVERIFY(near(cost->hbm.base(), 2.0 * 4096 * (640.0 * 128 * 2 + 1152), 1e-9));
        QVERIFY(
            !latentPrefillCost(2, 4096, 128, engine("a100-sxm-80gb"), profileOf("a100-sxm-80gb")));
    }
};

QTEST_GUILESS_MAIN(AttentionPrefillTest)
#include "attention_prefill_test.moc"

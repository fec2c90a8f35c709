#include "core/operators/attention.h"
#include "core/operators/elementwise.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Device device(const char* gpu, bool flash2 = false) {
    const Gpu* entry = findEntry(shippedCatalogue().gpus, gpu);
    const EfficiencyProfile* profile =
        findEntry(shippedCatalogue().efficiencyProfiles, entry->efficiencyProfile);
    return makeDevice(*entry, *profile, Precision::Bf16, GemmKernels::Engine, flash2);
}

constexpr AttentionShape prefill{
    .sequences = 1, .queryHeads = 32, .keyValueHeads = 8, .headDimension = 128, .sequence = 4096};

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // The check number (349 us) holds the engine's fused pass over Q, K and V for rotary and cache,
    // 2·(h + 2·hk) elements a token, which a training stack runs as a kernel of its own.
    void meetsThePrefillCheckNumber() {
        const Device h100 = device("h100-sxm");
        const Bytes fused(2.0 * 4096 * 128 * 2.0 * (32 + 2 * 8));
        const Seconds time =
            flashAttentionCost(prefill, h100).time + memoryKernelCost(fused, Flops(), h100).time;
        QVERIFY2(near(time.base() * 1e6, 349.0, 0.005),
                 qPrintable(QString::number(time.base() * 1e6)));
    }

    void countsCausalFlops() {
        const KernelCost forward = flashAttentionCost(prefill, device("h100-sxm"));
        QCOMPARE(forward.flops.base(), 2.0 * 32 * 4096.0 * 4096.0 * 128);
        AttentionShape backward = prefill;
        backward.backward = true;
        const KernelCost gradient = flashAttentionCost(backward, device("h100-sxm"));
        QCOMPARE(gradient.flops.base(), 2.5 * forward.flops.base());
        QVERIFY(gradient.time > forward.time * 2.5);
    }

    void runsOlderKernelsSlowerOnHopper() {
        const Seconds best = flashAttentionCost(prefill, device("h100-sxm")).time;
        const Seconds older = flashAttentionCost(prefill, device("h100-sxm", true)).time;
        QVERIFY(older > best * 1.6);
        QCOMPARE(flashAttentionCost(prefill, device("a100-sxm-80gb", true)).time,
                 flashAttentionCost(prefill, device("a100-sxm-80gb")).time);
    }

    // Wider operator tables: head size 64 takes 0.77 of the time of 128.
    void isBoundBySoftmaxAtSmallHeads() {
        AttentionShape small = prefill;
        small.headDimension = 64;
        const Device h100 = device("h100-sxm");
        const double ratio =
            flashAttentionCost(small, h100).compute / flashAttentionCost(prefill, h100).compute;
        QVERIFY2(near(ratio, 0.77, 0.01), qPrintable(QString::number(ratio)));
    }

    void growsWithTheSquareOfTheSequence() {
        const Device h100 = device("h100-sxm");
        AttentionShape longer = prefill;
        longer.sequence = 2 * prefill.sequence;
        QCOMPARE(flashAttentionCost(longer, h100).flops.base(),
                 4.0 * flashAttentionCost(prefill, h100).flops.base());
    }
};

QTEST_GUILESS_MAIN(AttentionTest)
#include "attention_test.moc"

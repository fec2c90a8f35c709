// Which constants of a profile price which kernels.
#include "core/operators/device.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

const EfficiencyProfile& profile(const char* id) {
    return *findEntry(shippedCatalogue().efficiencyProfiles, id);
}

Device device(const char* gpu, Precision precision, GemmKernels kernels, bool flash2 = false) {
    const Gpu& entry = *findEntry(shippedCatalogue().gpus, gpu);
    return makeDevice(entry, profile(entry.efficiencyProfile.c_str()), precision, kernels, flash2);
}

} // namespace

class DeviceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void engineKernelsRunInShortBursts() {
        const EfficiencyProfile& hopper = profile("hopper");
        const Device d = device("h100-sxm", Precision::Bf16, GemmKernels::Engine);
        QCOMPARE(d.half.ceiling, hopper.gemmCeiling.value);
        QCOMPARE(d.half.ceilingFact, hopper.gemmCeiling.fact);
        QCOMPARE(d.sustainedFact, FactId::None);
        QCOMPARE(d.attentionEfficiency, hopper.attentionForward.value);
        QCOMPARE(d.attentionLaunch, hopper.attentionLaunch.value);
        QVERIFY(!d.low);
    }

    // A training step runs the best kernels under load, its attention without the engine's pass
    // over the cache.
    void trainingRunsTunedKernelsAtSustainedClocks() {
        const EfficiencyProfile& hopper = profile("hopper");
        const Device d = device("h100-sxm", Precision::Fp8, GemmKernels::TunedSustained);
        QCOMPARE(d.half.ceiling, hopper.gemmCeilingTuned.value * hopper.sustainedFactor.value);
        QCOMPARE(d.half.ceilingFact, hopper.gemmCeilingTuned.fact);
        QCOMPARE(d.sustainedFact, hopper.sustainedFactor.fact);
        QCOMPARE(d.low->ceiling, hopper.gemmCeilingFp8Tuned->value * hopper.sustainedFactor.value);
        QCOMPARE(d.low->ceilingFact, hopper.gemmCeilingFp8Tuned->fact);
        QCOMPARE(d.attentionEfficiency, hopper.attentionForwardTuned.value);
        QCOMPARE(d.attentionQueryTile, hopper.attentionQueryTileTuned.value);
        QCOMPARE(d.attentionLaunch, hopper.kernelGap.value);
    }

    void blockScalesCostTheirShare() {
        const EfficiencyProfile& blackwell = profile("blackwell");
        QVERIFY(blackwell.mxFactor.has_value());
        const Device fp8 = device("b200-hgx", Precision::Fp8, GemmKernels::TunedSustained);
        const Device mx = device("b200-hgx", Precision::Mxfp8, GemmKernels::TunedSustained);
        QCOMPARE(mx.low->ceiling, fp8.low->ceiling * blackwell.mxFactor->value);
        QCOMPARE(mx.low->mxFact, blackwell.mxFactor->fact);
        QCOMPARE(fp8.low->mxFact, FactId::None);
    }

    void olderAttentionKernelsTakeTheirFactor() {
        const EfficiencyProfile& hopper = profile("hopper");
        const Device d = device("h100-sxm", Precision::Bf16, GemmKernels::TunedSustained, true);
        QCOMPARE(d.attentionEfficiency,
                 hopper.attentionForwardTuned.value * hopper.flash2Factor.value);
        QCOMPARE(d.flash2Fact, hopper.flash2Factor.fact);
    }

    // 16-bit peaks do not move with the recipe: attention, router and head stay there.
    void lowFormatsLeaveTheHalfPeakAlone() {
        const Device half = device("b200-hgx", Precision::Bf16, GemmKernels::TunedSustained);
        for (const Precision low : {Precision::Fp8, Precision::Mxfp8, Precision::Nvfp4}) {
            const Device d = device("b200-hgx", low, GemmKernels::TunedSustained);
            QCOMPARE(d.peak, half.peak);
            QCOMPARE(d.half.peak, half.half.peak);
            QVERIFY(d.low->peak > half.peak);
        }
    }

    void whatIfsScaleThePeaksAndTheMemory() {
        const Gpu& h100 = *findEntry(shippedCatalogue().gpus, "h100-sxm");
        const Device once = device("h100-sxm", Precision::Fp8, GemmKernels::Engine);
        const Device scaled = makeDevice(h100, profile("hopper"), Precision::Fp8,
                                         GemmKernels::Engine, false, 2.0, 3.0);
        QCOMPARE(scaled.half.peak.base(), 2.0 * once.half.peak.base());
        QCOMPARE(scaled.low->peak.base(), 2.0 * once.low->peak.base());
        QCOMPARE(scaled.peak.base(), 2.0 * once.peak.base());
        QCOMPARE(scaled.hbm.base(), 3.0 * once.hbm.base());
        QCOMPARE(scaled.blockBandwidth, once.blockBandwidth);
    }
};

QTEST_GUILESS_MAIN(DeviceTest)
#include "device_test.moc"

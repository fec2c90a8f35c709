#include "core/operators/quantize.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

const EfficiencyProfile& profile(const char* id) {
    return *findEntry(shippedCatalogue().efficiencyProfiles, id);
}

Device engine(const char* gpu, Precision precision) {
    const Gpu& entry = *findEntry(shippedCatalogue().gpus, gpu);
    return makeDevice(entry, profile(entry.efficiencyProfile.c_str()), precision,
                      GemmKernels::Engine, false);
}

} // namespace

class QuantizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    void costsALaunchAndItsBytes() {
        const auto rate = castRate(profile("hopper"), Precision::Fp8, ActivationScales::Tensor);
        QVERIFY(rate.has_value());
        const Device device = engine("h100-sxm", Precision::Fp8);
        const KernelCost small = castCost(1, 8192, *rate, device);
        QVERIFY(near(small.time.base(), 9.5e-6, 0.01));
        QCOMPARE(small.bound, Bound::Latency);
        const KernelCost large = castCost(65536, 8192, *rate, device);
        QCOMPARE(large.hbm.base(), 65536.0 * 8192.0 * 5.0);
        QCOMPARE(large.bound, Bound::Hbm);
        QVERIFY(near(large.time.base(), 9.5e-6 + (large.hbm / device.hbm).base(), 1e-9));
    }

    void formatsHaveTheirOwnRates() {
        const auto launch = [](const char* id, Precision precision, ActivationScales scales) {
            const auto rate = castRate(profile(id), precision, scales);
            return rate ? rate->launch.base() * 1e6 : -1.0;
        };
        QCOMPARE(launch("hopper", Precision::Fp8, ActivationScales::Block), 2.7);
        QCOMPARE(launch("blackwell", Precision::Fp8, ActivationScales::Tensor), 12.5);
        QCOMPARE(launch("blackwell", Precision::Nvfp4, ActivationScales::Tensor), 5.4);
        QCOMPARE(launch("ampere", Precision::Fp8, ActivationScales::Tensor), -1.0);
        QCOMPARE(launch("hopper", Precision::Nvfp4, ActivationScales::Tensor), -1.0);
    }

    void blockScalesLowerTheCeiling() {
        const Device tensor = engine("h100-sxm", Precision::Fp8);
        const Device block = withBlockScales(tensor, profile("hopper"));
        QCOMPARE(tensor.low->ceiling, 0.737);
        QCOMPARE(block.low->ceiling, 0.626);
        QVERIFY(block.low->ceilingFact != tensor.low->ceilingFact);
        const Device half = withBlockScales(engine("h100-sxm", Precision::Bf16), profile("hopper"));
        QVERIFY(!half.low);
    }
};

QTEST_GUILESS_MAIN(QuantizeTest)
#include "quantize_test.moc"

#include "core/operators/gemm.h"
#include "tests/support/shipped.h"

#include <QTest>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Device engineDevice(const char* gpu) {
    const Gpu* entry = findEntry(shippedCatalogue().gpus, gpu);
    const EfficiencyProfile* profile =
        findEntry(shippedCatalogue().efficiencyProfiles, entry->efficiencyProfile);
    return makeDevice(*entry, *profile, Precision::Bf16, GemmKernels::Engine, false);
}

} // namespace

class GemmTest : public QObject {
    Q_OBJECT

private Q_SLOTS:

    // Check numbers of the operator curves, which reproduce published kernel tables.
    void meetsTheCheckNumbers_data() {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("n");
        QTest::addColumn<int>("k");
        QTest::addColumn<double>("microseconds");
        const auto row = [](const char* name, const char* gpu, int m, int n, int k, double us) {
            QTest::newRow(name) << QString::fromLatin1(gpu) << m << n << k << us;
        };
        row("A100 256x8192x8192", "a100-sxm-80gb", 256, 8192, 8192, 150.9);
        row("H100 1x8192x8192", "h100-sxm", 1, 8192, 8192, 51.5);
        row("H100 256x8192x8192", "h100-sxm", 256, 8192, 8192, 58.4);
        row("H100 4096x8192x8192", "h100-sxm", 4096, 8192, 8192, 693.0);
        row("H100 64x1024x8192", "h100-sxm", 64, 1024, 8192, 11.7);
    }

    void meetsTheCheckNumbers() {
        QFETCH(QString, gpu);
        QFETCH(int, m);
        QFETCH(int, n);
        QFETCH(int, k);
        QFETCH(double, microseconds);
        const KernelCost cost =
            gemmCost({.m = m, .n = n, .k = k}, engineDevice(gpu.toLatin1().constData()));
        const double us = cost.time.base() * 1e6;
        QVERIFY2(near(us, microseconds, 0.006), qPrintable(QString::number(us)));
    }

    void splitsTheDepthOfANarrowGemm() {
        const KernelCost cost = gemmCost({.m = 64, .n = 1024, .k = 8192}, engineDevice("h100-sxm"));
        QCOMPARE(cost.split, 6.0);
    }

    void namesWhatBinds() {
        const Device device = engineDevice("h100-sxm");
        QCOMPARE(gemmCost({.m = 4096, .n = 8192, .k = 8192}, device).bound, Bound::Compute);
        QCOMPARE(gemmCost({.m = 1, .n = 8192, .k = 8192}, device).bound, Bound::Hbm);
        QCOMPARE(gemmCost({.m = 64, .n = 64, .k = 64}, device).bound, Bound::Latency);
    }

    void countsFlopsAndBytesExactly() {
        const GemmShape shape{.m = 100, .n = 200, .k = 300, .batch = 3.0, .bytesC = 8.0};
        const KernelCost cost = gemmCost(shape, engineDevice("h200-sxm"));
        QCOMPARE(cost.flops.base(), 2.0 * 100 * 200 * 300 * 3);
        QCOMPARE(cost.hbm.base(), 3.0 * (100 * 300 * 2 + 200 * 300 * 2 + 100 * 200 * 8));
    }

    void isNeverFasterThanEitherRoof() {
        const Device device = engineDevice("b200-hgx");
        for (const int m : {1, 63, 64, 65, 500, 4097}) {
            const KernelCost cost = gemmCost({.m = m, .n = 5000, .k = 7000}, device);
            QVERIFY(cost.time >= cost.flops / device.peak);
            QVERIFY(cost.time >= cost.hbm / device.hbmDatasheet);
        }
    }
};

QTEST_GUILESS_MAIN(GemmTest)
#include "gemm_test.moc"

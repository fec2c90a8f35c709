#include "core/operators/gemm.h"
#include "tests/support/shipped.h"

#include <QTest>
#include <rapidcheck.h>

#include <cmath>

using namespace roofplan;
using namespace roofplan::test;

namespace {

Device engineDevice(const char* gpu, Precision precision = Precision::Bf16) {
    const Gpu* entry = findEntry(shippedCatalogue().gpus, gpu);
    const EfficiencyProfile* profile =
        findEntry(shippedCatalogue().efficiencyProfiles, entry->efficiencyProfile);
    return makeDevice(*entry, *profile, precision, GemmKernels::Engine, false);
}

/// A GEMM of 16-bit operands split `s` times over K, as gemm.h states it; without the launch.
double splitTime(const GemmShape& g, double s, const Device& d) {
    const auto m = static_cast<double>(g.m);
    const auto n = static_cast<double>(g.n);
    const auto k = static_cast<double>(g.k);
    const double tiles = std::ceil(m / 64.0) * std::ceil(n / 64.0) * g.batch * s;
    const double compute = std::ceil(tiles / d.multiprocessors) * 2.0 * 64.0 * 64.0 *
                           (64.0 * std::ceil(k / (64.0 * s)) + d.half.depthRamp) *
                           d.multiprocessors / (d.half.peak.base() * d.half.ceiling);
    const double blocks = std::min(s * std::ceil(n / 64.0) * g.batch, d.multiprocessors);
    const double hbm = d.hbm.base();
    const double memory =
        n * k * g.bytesB * g.batch / std::min(hbm, d.blockBandwidth.base() * blocks) +
        (m * k * g.bytesA + m * n * g.bytesC) * g.batch / hbm;
    const double reduction = s > 1.0 ? d.splitLaunch.base() + 4.0 * s * m * n * g.batch / hbm : 0.0;
    return std::pow(std::pow(compute, 5.0) + std::pow(memory, 5.0), 0.2) + reduction;
}

/// The best of all splits, each of them tried; GEMMs of 16 waves or more are not split.
double bestTime(const GemmShape& g, const Device& d) {
    double best = splitTime(g, 1.0, d);
    const double tiles = std::ceil(static_cast<double>(g.m) / 64.0) *
                         std::ceil(static_cast<double>(g.n) / 64.0) * g.batch;
    if (std::ceil(tiles / d.multiprocessors) < 16.0) {
        for (const double s : {2.0, 3.0, 4.0, 6.0, 8.0, 16.0}) {
            best = std::min(best, splitTime(g, s, d));
        }
    }
    return best;
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

    void isTheBestOfAllSplits() {
        int split = 0;
        for (const char* gpu : {"a100-sxm-80gb", "h100-sxm", "b200-hgx"}) {
            const Device device = engineDevice(gpu);
            for (const std::int64_t m : {1, 17, 64, 100, 256, 1000, 4096}) {
                for (const std::int64_t n : {64, 129, 576, 1024, 2000, 8192}) {
                    for (const std::int64_t k : {64, 512, 1000, 7168, 16384, 100000}) {
                        for (const double batch : {1.0, 5.0}) {
                            const GemmShape shape{.m = m, .n = n, .k = k, .batch = batch};
                            const KernelCost cost = gemmCost(shape, device);
                            const double time = (cost.time - device.gemmLaunch).base();
                            QVERIFY(near(time, bestTime(shape, device), 1e-12));
                            QVERIFY(near(time, splitTime(shape, cost.split, device), 1e-12));
                            split += cost.split > 1.0 ? 1 : 0;
                        }
                    }
                }
            }
        }
        QVERIFY(split > 100);
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

    // Experts of one rank in one launch: the work of all, and the quanta of all fill the GPU.
    void batchesDoTheWorkOfTheirMembers() {
        const Device device = engineDevice("h200-sxm");
        const GemmShape one{.m = 128, .n = 2048, .k = 7168};
        GemmShape many = one;
        many.batch = 32.0;
        const KernelCost single = gemmCost(one, device);
        const KernelCost batched = gemmCost(many, device);
        QCOMPARE(batched.flops.base(), 32.0 * single.flops.base());
        QCOMPARE(batched.hbm.base(), 32.0 * single.hbm.base());
        QVERIFY(batched.time > single.time);
        QVERIFY(batched.time < single.time * 32.0);
    }

    // Scales ride along: a byte a 32 elements of MXFP8, a byte a 16 of NVFP4. Results are 16-bit.
    void narrowOperandsMoveFewerBytes() {
        const auto bytes = [](const char* gpu, Precision precision) {
            const Device device = engineDevice(gpu, precision);
            return gemmCost(inLowFormat({.m = 512, .n = 1024, .k = 2048}, device), device)
                .hbm.base();
        };
        const double operands = 512.0 * 2048 + 1024.0 * 2048;
        const double result = 2.0 * 512 * 1024;
        QCOMPARE(bytes("b200-hgx", Precision::Bf16), 2.0 * operands + result);
        QCOMPARE(bytes("b200-hgx", Precision::Fp8), operands + result);
        QCOMPARE(bytes("b200-hgx", Precision::Mxfp8), 33.0 / 32.0 * operands + result);
        QCOMPARE(bytes("b200-hgx", Precision::Nvfp4), 9.0 / 16.0 * operands + result);
    }

    void fourBitKernelsDoNotSplitK() {
        const Device fp4 = engineDevice("b200-hgx", Precision::Nvfp4);
        const GemmShape narrow{.m = 64, .n = 1024, .k = 16384};
        QVERIFY(gemmCost(narrow, engineDevice("b200-hgx")).split > 1.0);
        QCOMPARE(gemmCost(inLowFormat(narrow, fp4), fp4).split, 1.0);
        // Quanta of 64 × 128: a 65th column costs nothing, a 129th does.
        const auto compute = [&fp4](std::int64_t n) {
            return gemmCost(inLowFormat({.m = 64 * 148, .n = n, .k = 8192}, fp4), fp4).compute;
        };
        QCOMPARE(compute(65), compute(128));
        QVERIFY(compute(129) > compute(128));
    }

    void moreOfAnyRateIsNeverSlower() {
        QVERIFY(rc::check("peak and HBM bandwidth shorten a GEMM", [] {
            const GemmShape shape{.m = *rc::gen::inRange<std::int64_t>(1, 9000),
                                  .n = *rc::gen::inRange<std::int64_t>(1, 9000),
                                  .k = *rc::gen::inRange<std::int64_t>(1, 9000),
                                  .batch = *rc::gen::element(1.0, 8.0),
                                  .bytesC = *rc::gen::element(2.0, 8.0)};
            Device device = engineDevice("h100-sxm");
            const Seconds before = gemmCost(shape, device).time;
            const double factor = *rc::gen::element(1.01, 1.5, 4.0);
            if (*rc::gen::arbitrary<bool>()) {
                device.hbm = device.hbm * factor;
            } else {
                device.half.peak = device.half.peak * factor;
            }
            RC_ASSERT(gemmCost(shape, device).time <= before);
        }));
    }
};

QTEST_GUILESS_MAIN(GemmTest)
#include "gemm_test.moc"

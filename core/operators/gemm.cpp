#include "core/operators/gemm.h"

#include "core/operators/soft_maximum.h"

#include <algorithm>
#include <array>

namespace roofplan {

namespace {

constexpr double quantum = 64.0;
constexpr double wavesNeverSplit = 16.0;
constexpr std::array<double, 6> splits{2.0, 3.0, 4.0, 6.0, 8.0, 16.0};

/// std::ceil of what is not negative, without its call.
double wholeOf(double x) {
    constexpr double allWhole = 0x1p52; // and what a conversion to 64 bits holds
    if (!(x < allWhole)) {
        return x;
    }
    const auto below = static_cast<double>(static_cast<std::int64_t>(x));
    return below < x ? below + 1.0 : below;
}

struct Candidate {
    double split = 1.0;
    double total = 0.0;
    double reduction = 0.0;
    double compute = 0.0;
    double memory = 0.0;
    double waves = 0.0;
};

} // namespace

KernelCost gemmCost(const GemmShape& shape, const Device& device) {
    const GemmRate& format = shape.low ? *device.low : device.half;
    const auto m = static_cast<double>(shape.m);
    const auto n = static_cast<double>(shape.n);
    const auto k = static_cast<double>(shape.k);
    const double columns = wholeOf(n / format.columnQuantum);
    const double tiles = wholeOf(m / quantum) * columns * shape.batch;
    const double bytesB = n * k * shape.bytesB * shape.batch;
    const double bytesAC = (m * k * shape.bytesA + m * n * shape.bytesC) * shape.batch;
    const double hbm = device.hbm.base();
    const double perQuantum = 2.0 * quantum * format.columnQuantum * device.multiprocessors /
                              (format.peak.base() * format.ceiling);

    const auto reduction = [&](double split) {
        return device.splitLaunch.base() + 4.0 * split * m * n * shape.batch / hbm;
    };
    const auto candidate = [&](double split) {
        Candidate c;
        c.split = split;
        c.waves = wholeOf(tiles * split / device.multiprocessors);
        c.compute =
            c.waves * perQuantum * (quantum * wholeOf(k / (quantum * split)) + format.depthRamp);
        const double blocks = std::min(split * columns * shape.batch, device.multiprocessors);
        c.memory = bytesB / std::min(hbm, device.blockBandwidth.base() * blocks) + bytesAC / hbm;
        return c;
    };

    Candidate best = candidate(1.0);
    best.total = softMaximum(best.compute, best.memory);
    if (format.splits && best.waves < wavesNeverSplit) {
        // No split computes faster than full waves without rounding, nor moves faster than HBM;
        // and each reduces longer than the one before it.
        const double fullWaves =
            tiles / device.multiprocessors * perQuantum * (k + format.depthRamp);
        const double least = std::max(fullWaves, (bytesB + bytesAC) / hbm);
        for (const double split : splits) {
            const double reduced = reduction(split);
            if (least + reduced > best.total) {
                break;
            }
            Candidate c = candidate(split);
            if (std::max(c.compute, c.memory) + reduced > best.total) {
                continue;
            }
            c.reduction = reduced;
            c.total = softMaximum(c.compute, c.memory) + reduced;
            if (c.total < best.total) {
                best = c;
            }
        }
    }

    KernelCost cost;
    cost.time = device.gemmLaunch + Seconds(best.total);
    cost.compute = Seconds(best.compute);
    cost.memory = Seconds(best.memory);
    cost.flops = Flops(2.0 * m * n * k * shape.batch);
    cost.hbm = Bytes(bytesB + bytesAC);
    cost.extra = Seconds(best.reduction);
    cost.waves = best.waves;
    cost.split = best.split;
    const double largest = std::max(best.compute, best.memory);
    cost.bound = device.gemmLaunch.base() > largest ? Bound::Latency
                 : best.compute >= best.memory      ? Bound::Compute
                                                    : Bound::Hbm;
    return cost;
}

} // namespace roofplan

#include "core/operators/gemm.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace roofplan {

namespace {

constexpr double quantum = 64.0;
constexpr double wavesNeverSplit = 16.0;
constexpr std::array<double, 7> splits{1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0};

double fifthPower(double x) {
    const double square = x * x;
    return square * square * x;
}

/// (a^5 + b^5)^(1/5): a maximum with a soft corner.
double softMaximum(double a, double b) {
    const double larger = std::max(a, b);
    const double ratio = std::min(a, b) / larger;
    // Below this the fifth power is lost in the last digit.
    return ratio < 1e-3 ? larger : larger * std::pow(1.0 + fifthPower(ratio), 0.2);
}

struct Candidate {
    double total = 0.0;
    double reduction = 0.0;
    double compute = 0.0;
    double memory = 0.0;
    double waves = 0.0;
};

} // namespace

GemmShape inLowFormat(GemmShape shape, const Device& device) {
    if (device.low) {
        shape.low = true;
        shape.bytesA = device.low->operandBytes;
        shape.bytesB = device.low->operandBytes;
    }
    return shape;
}

KernelCost gemmCost(const GemmShape& shape, const Device& device) {
    const GemmRate& format = shape.low ? *device.low : device.half;
    const auto m = static_cast<double>(shape.m);
    const auto n = static_cast<double>(shape.n);
    const auto k = static_cast<double>(shape.k);
    const double columns = std::ceil(n / format.columnQuantum);
    const double tiles = std::ceil(m / quantum) * columns * shape.batch;
    const double bytesB = n * k * shape.bytesB * shape.batch;
    const double bytesAC = (m * k * shape.bytesA + m * n * shape.bytesC) * shape.batch;
    const double hbm = device.hbm.base();
    const double perQuantum = 2.0 * quantum * format.columnQuantum * device.multiprocessors /
                              (format.peak.base() * format.ceiling);

    const auto candidate = [&](double split) {
        Candidate c;
        c.waves = std::ceil(tiles * split / device.multiprocessors);
        c.compute =
            c.waves * perQuantum * (quantum * std::ceil(k / (quantum * split)) + format.depthRamp);
        const double blocks = std::min(split * columns * shape.batch, device.multiprocessors);
        c.memory = bytesB / std::min(hbm, device.blockBandwidth.base() * blocks) + bytesAC / hbm;
        c.total = softMaximum(c.compute, c.memory);
        if (split > 1.0) {
            c.reduction = device.splitLaunch.base() + 4.0 * split * m * n * shape.batch / hbm;
            c.total += c.reduction;
        }
        return c;
    };

    Candidate best = candidate(1.0);
    double bestSplit = 1.0;
    if (format.splits && best.waves < wavesNeverSplit) {
        for (const double split : splits) {
            const Candidate c = candidate(split);
            if (c.total < best.total) {
                best = c;
                bestSplit = split;
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
    cost.split = bestSplit;
    const double largest = std::max(best.compute, best.memory);
    cost.bound = device.gemmLaunch.base() > largest ? Bound::Latency
                 : best.compute >= best.memory      ? Bound::Compute
                                                    : Bound::Hbm;
    return cost;
}

} // namespace roofplan

#include "core/operators/attention.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

constexpr double joint = 1.4;
constexpr double queryBlock = 128.0;
constexpr double backwardFlops = 2.5;

} // namespace

double headSizeFactor(double d) {
    const double arithmetic = 0.91 * d / 128.0;
    const double softmax = 0.745;
    const double time = std::pow(std::pow(arithmetic, 4.0) + std::pow(softmax, 4.0), 0.25);
    return time / (d / 128.0);
}

KernelCost flashAttentionCost(const AttentionShape& shape, const Device& device) {
    const auto b = static_cast<double>(shape.sequences);
    const auto h = static_cast<double>(shape.queryHeads);
    const auto hk = static_cast<double>(shape.keyValueHeads);
    const auto d = static_cast<double>(shape.headDimension);
    const auto s = static_cast<double>(shape.sequence);

    const double passes = shape.backward ? backwardFlops : 1.0;
    const double tensors =
        shape.backward ? 2.0 : 1.0; // forward Q K V O; backward those and gradients
    const double efficiency =
        device.attentionEfficiency * (shape.backward ? device.attentionBackward : 1.0);
    const double rate = device.peak.base() * efficiency / headSizeFactor(d);

    const double flops = passes * 2.0 * b * h * s * s * d;
    const double arithmetic = flops * (1.0 + device.attentionQueryTile / s) / rate;
    const double criticalPath = passes * 4.0 * queryBlock * s * d * device.multiprocessors / rate;
    const double bytes = 2.0 * b * s * d * tensors * (2.0 * h + 2.0 * hk);

    KernelCost cost;
    cost.compute =
        Seconds(std::pow(std::pow(arithmetic, joint) + std::pow(criticalPath, joint), 1.0 / joint));
    cost.extra = Seconds(criticalPath);
    cost.memory = Bytes(bytes) / device.hbm;
    cost.time = device.attentionLaunch + cost.compute + cost.memory;
    cost.flops = Flops(flops);
    cost.hbm = Bytes(bytes);
    cost.bound = cost.compute >= std::max(cost.memory, device.attentionLaunch) ? Bound::Compute
                 : cost.memory >= device.attentionLaunch                       ? Bound::Hbm
                                                                               : Bound::Latency;
    return cost;
}

} // namespace roofplan

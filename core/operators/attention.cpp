#include "core/operators/attention.h"

#include "core/operators/soft_maximum.h"

#include <algorithm>

namespace roofplan {

namespace {

constexpr double queryBlock = 128.0;
constexpr double backwardFlops = 2.5;

} // namespace

double mostKeys(const AttentionSpan& span, double sequence) {
    return span.kind == AttentionSpan::Kind::Full
               ? sequence
               : std::min(sequence, static_cast<double>(span.tokens));
}

double averageKeys(const AttentionSpan& span, double sequence) {
    const double reach = mostKeys(span, sequence);
    if (span.kind == AttentionSpan::Kind::Sliding) {
        return reach - reach * reach / (2.0 * sequence);
    }
    return reach / 2.0;
}

double headSizeFactor(double headDimension, double ramp) {
    constexpr double reference = 128.0;
    return (headDimension + ramp) / headDimension * reference / (reference + ramp);
}

KernelCost flashAttentionCost(const AttentionShape& shape, const Device& device) {
    const auto b = static_cast<double>(shape.sequences);
    const auto h = static_cast<double>(shape.queryHeads);
    const auto hk = static_cast<double>(shape.keyValueHeads);
    const auto s = static_cast<double>(shape.sequence);
    const auto pieces = static_cast<double>(shape.contextParallel);
    const double dimensions = shape.dimensions();
    const double queries = shape.queries();
    const double keys = averageKeys(shape.span, s);

    const double passes = shape.backward ? backwardFlops : 1.0;
    const double tensors =
        shape.backward ? 2.0 : 1.0; // forward Q K V O; backward those and gradients
    const double efficiency =
        device.attentionEfficiency * (shape.backward ? device.attentionBackward : 1.0);
    const double rate = device.peak.base() * efficiency /
                        headSizeFactor(dimensions / 2.0, device.attentionHeadRamp);

    const double flops = passes * 2.0 * b * h * queries * keys * dimensions;
    const double arithmetic =
        flops * (1.0 + device.attentionQueryTile * pieces / (2.0 * keys)) / rate;
    const double criticalPath = passes * 2.0 * queryBlock * mostKeys(shape.span, s) * dimensions *
                                device.multiprocessors / rate;
    const double bytes = 2.0 * b * dimensions * tensors * (h * queries + hk * s);

    KernelCost cost;
    cost.compute = Seconds(softestMaximum(arithmetic, criticalPath));
    cost.extra = Seconds(criticalPath);
    cost.memory = Bytes(bytes) / device.hbm;
    const Seconds launch = device.attentionLaunch * pieces;
    cost.time = launch + cost.compute + cost.memory;
    cost.flops = Flops(flops);
    cost.hbm = Bytes(bytes);
    cost.bound = cost.compute >= std::max(cost.memory, launch) ? Bound::Compute
                 : cost.memory >= launch                       ? Bound::Hbm
                                                               : Bound::Latency;
    return cost;
}

} // namespace roofplan

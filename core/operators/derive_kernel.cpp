#include "core/operators/kernel.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

Derivation derive(const GemmShape& shape, const KernelCost& cost, const Device& device) {
    const GemmRate& format = shape.low ? *device.low : device.half;
    const double blocks = std::min(
        cost.split * std::ceil(static_cast<double>(shape.n) / format.columnQuantum) * shape.batch,
        device.multiprocessors);
    Derivation d(
        shape.batch != 1.0 ? Formula::BatchedGemm : Formula::Gemm,
        {{Symbol::RowsM, static_cast<double>(shape.m)},
         {Symbol::ColumnsN, static_cast<double>(shape.n)},
         {Symbol::DepthK, static_cast<double>(shape.k)},
         {Symbol::FlopCount, cost.flops.base()},
         {Symbol::DensePeak, format.peak.base()},
         {Symbol::Ceiling, format.ceiling},
         {Symbol::Multiprocessors, device.multiprocessors},
         {Symbol::DepthRamp, format.depthRamp},
         {Symbol::Waves, cost.waves},
         {Symbol::ComputeTime, cost.compute.base()},
         {Symbol::HbmBytes, cost.hbm.base()},
         {Symbol::OperandBytes,
          static_cast<double>(shape.n) * static_cast<double>(shape.k) * shape.bytesB * shape.batch},
         {Symbol::HbmRate, device.hbm.base()},
         {Symbol::BlockRate, device.blockBandwidth.base() * blocks},
         {Symbol::MemoryTime, cost.memory.base()},
         {Symbol::Launch, device.gemmLaunch.base()},
         {Symbol::Attained, cost.flops / cost.time / format.peak}},
        {format.peakFact, format.ceilingFact, format.mxFact, device.sustainedFact, device.hbmFact,
         device.hbmFractionFact, device.multiprocessorsFact, device.depthRampFact, device.blockFact,
         device.launchFact});
    if (shape.batch != 1.0) {
        d.add(Symbol::Batch, shape.batch);
    }
    if (!format.splits) {
        d.add(Symbol::ColumnQuantum, format.columnQuantum);
    }
    if (cost.split > 1.0) {
        d.add(Symbol::SplitK, cost.split);
        d.add(Symbol::Reduction, cost.extra.base());
        d.add(device.splitFact);
    }
    return d;
}

Derivation derive(const AttentionShape& shape, const KernelCost& cost, const Device& device) {
    const double efficiency =
        device.attentionEfficiency * (shape.backward ? device.attentionBackward : 1.0);
    Derivation d(
        shape.backward ? Formula::FlashBackward : Formula::FlashForward,
        {{Symbol::Sequences, static_cast<double>(shape.sequences)},
         {Symbol::Heads, static_cast<double>(shape.queryHeads)},
         {Symbol::HeadDimensions, shape.dimensions()},
         {Symbol::Queries, shape.queries()},
         {Symbol::AverageKeys, averageKeys(shape.span, static_cast<double>(shape.sequence))},
         {Symbol::MostKeys, mostKeys(shape.span, static_cast<double>(shape.sequence))},
         {Symbol::Pieces, static_cast<double>(shape.contextParallel)},
         {Symbol::FlopCount, cost.flops.base()},
         {Symbol::DensePeak, device.peak.base()},
         {Symbol::Efficiency, efficiency},
         {Symbol::QueryTile, device.attentionQueryTile},
         {Symbol::HeadFactor, headSizeFactor(shape.dimensions() / 2.0, device.attentionHeadRamp)},
         {Symbol::Multiprocessors, device.multiprocessors},
         {Symbol::CriticalPath, cost.extra.base()},
         {Symbol::ComputeTime, cost.compute.base()},
         {Symbol::HbmBytes, cost.hbm.base()},
         {Symbol::HbmRate, device.hbm.base()},
         {Symbol::MemoryTime, cost.memory.base()},
         {Symbol::Launch,
          device.attentionLaunch.base() * static_cast<double>(shape.contextParallel)},
         {Symbol::Attained, cost.flops / cost.time / device.peak}},
        {device.half.peakFact, device.attentionFact, device.flash2Fact, device.queryTileFact,
         device.headRampFact, device.multiprocessorsFact, device.hbmFact, device.hbmFractionFact,
         device.attentionLaunchFact});
    if (shape.backward) {
        d.add(device.attentionBackwardFact);
    }
    return d;
}

Derivation derive(const MemoryWork& work, const KernelCost& cost, const Device& device) {
    return {Formula::MemoryKernel,
            {{Symbol::HbmBytes, cost.hbm.base()}, {Symbol::HbmRate, device.hbm.base()}},
            {device.hbmFact, device.hbmFractionFact, work.fact}};
}

} // namespace

Derivation deriveKernel(const Kernel& kernel, const Device& device) {
    return std::visit([&](const auto& work) { return derive(work, kernel.cost, device); },
                      kernel.work);
}

} // namespace roofplan

#include "core/operators/layer_operators.h"

#include "core/base/integer.h"
#include "core/operators/elementwise.h"

#include <algorithm>
#include <cmath>

namespace roofplan {

namespace {

// Vector operations an element, forward and backward: they place a kernel on the roofline, they
// never bind. Source: the counts of Isaev et al., Calculon, SC 2023, for layer norm, GeLU, softmax,
// residual.
constexpr double normFlops = 9.0;
constexpr double softmaxFlops = 5.0;
constexpr double activationFlops = 8.0;
constexpr double rotaryFlops = 3.0;
constexpr double lossFlops = 8.0;
constexpr double backwardVectorFlops = 1.6;
constexpr double twice =
    2.0; // backward memory kernels read the forward's operands and the gradient

/// Prices kernels of one phase and shows them to the visitor.
class Builder {
public:
    Builder(KernelVisitor visit, Phase phase, const Device& device)
        : m_visit(visit), m_phase(phase), m_device(device) {}

    void gemm(TermName name, const GemmShape& shape, Category category = Category::Gemm) {
        gemm(name, m_phase, shape, category);
    }

    void gemm(TermName name, Phase phase, const GemmShape& shape, Category category) {
        m_visit({name, phase, category, shape, gemmCost(shape, m_device)});
    }

    void attention(const AttentionShape& shape) {
        m_visit({TermName::AttentionCore, m_phase, Category::Attention, shape,
                 flashAttentionCost(shape, m_device)});
    }

    void memory(TermName name,
                double bytes,
                double flops,
                FactId fact = FactId::None,
                Category category = Category::HbmKernels) {
        const MemoryWork work{Bytes(bytes), Flops(flops), fact};
        m_visit(
            {name, m_phase, category, work, memoryKernelCost(work.bytes, work.flops, m_device)});
    }

    /// The two gradient GEMMs of a linear with rows × columns × depth forward.
    void linearBackward(TermName name,
                        std::int64_t rows,
                        std::int64_t columns,
                        std::int64_t depth,
                        double gradientBytes) {
        gemm(name, Phase::Dgrad, {.m = rows, .n = depth, .k = columns}, Category::Gemm);
        // The weight gradient is read, added to and written back where it accumulates.
        const GemmShape weight{.m = columns, .n = depth, .k = rows, .bytesC = 2.0 * gradientBytes};
        gemm(name, Phase::Wgrad, weight, Category::Gemm);
    }

private:
    KernelVisitor m_visit;
    Phase m_phase;
    const Device& m_device;
};

/// Sizes of the attention of this rank.
struct LocalAttention {
    std::int64_t queryHeads;
    std::int64_t keyValueHeads;
    std::int64_t headDimension;
    std::int64_t inputColumns;
    std::int64_t outputDepth;

    LocalAttention(const GroupedQueryAttention& attention, std::int64_t tensorParallel)
        : queryHeads(ceilDivide(attention.queryHeads, tensorParallel)),
          keyValueHeads(ceilDivide(attention.keyValueHeads, tensorParallel)),
          headDimension(attention.headDimension),
          inputColumns((queryHeads + 2 * keyValueHeads) * headDimension),
          outputDepth(queryHeads * headDimension) {}
};

/// Scores, softmax and values as separate kernels through HBM: 13 bytes a score element forward and
/// 19 backward with dropout. Source: the kernels of arXiv 2104.04473 §4.2 (scale, mask and softmax
/// fused).
struct UnfusedAttention {
    LocalAttention local;
    double matrices;
    std::int64_t sequence;
    double scores;
    bool dropout;

    UnfusedAttention(const LocalAttention& attention, const LayerContext& context)
        : local(attention),
          matrices(static_cast<double>(context.sequences * attention.queryHeads)),
          sequence(context.sequence),
          scores(matrices * static_cast<double>(sequence) * static_cast<double>(sequence)),
          dropout(context.dropout) {}

    [[nodiscard]] GemmShape square() const {
        return {.m = sequence, .n = sequence, .k = local.headDimension, .batch = matrices};
    }

    [[nodiscard]] GemmShape tall() const {
        return {.m = sequence, .n = local.headDimension, .k = sequence, .batch = matrices};
    }

    void forward(Builder& build) const {
        build.gemm(TermName::AttentionScores, square(), Category::Attention);
        memory(build, TermName::AttentionSoftmax, 4.0, softmaxFlops);
        if (dropout) {
            memory(build, TermName::AttentionDropout, 5.0, 1.0);
        }
        build.gemm(TermName::AttentionValues, tall(), Category::Attention);
    }

    void backward(Builder& build) const {
        build.gemm(TermName::AttentionValues, Phase::Dgrad, square(), Category::Attention);
        build.gemm(TermName::AttentionValues, Phase::Wgrad, tall(), Category::Attention);
        if (dropout) {
            memory(build, TermName::AttentionDropout, 5.0, 1.0);
        }
        memory(build, TermName::AttentionSoftmax, 6.0, softmaxFlops);
        build.gemm(TermName::AttentionScores, Phase::Dgrad, tall(), Category::Attention);
        build.gemm(TermName::AttentionScores, Phase::Wgrad, tall(), Category::Attention);
    }

private:
    void memory(Builder& build, TermName name, double bytes, double flops) const {
        build.memory(name, bytes * scores, flops * scores, FactId::None, Category::Attention);
    }
};

void attentionCore(Builder& build, const LocalAttention& local, const LayerContext& context) {
    if (context.flash) {
        build.attention({.sequences = context.sequences,
                         .queryHeads = local.queryHeads,
                         .keyValueHeads = local.keyValueHeads,
                         .headDimension = local.headDimension,
                         .sequence = context.sequence});
    } else {
        UnfusedAttention(local, context).forward(build);
    }
}

void attentionCoreBackward(Builder& build,
                           const LocalAttention& local,
                           const LayerContext& context) {
    if (context.flash) {
        build.attention({.sequences = context.sequences,
                         .queryHeads = local.queryHeads,
                         .keyValueHeads = local.keyValueHeads,
                         .headDimension = local.headDimension,
                         .sequence = context.sequence,
                         .backward = true});
    } else {
        UnfusedAttention(local, context).backward(build);
    }
}

/// The memory-bound kernels around the mixers, forward (factor 1) or backward.
void elementwise(Builder& build,
                 const Transformer& model,
                 const LayerKind& kind,
                 const LocalAttention& local,
                 const LayerContext& context,
                 bool backward) {
    const double bytes = backward ? twice : 1.0;
    const double flops = backward ? backwardVectorFlops : 1.0;
    const double hidden = context.shardTokens() * static_cast<double>(model.hidden);
    // Of the 20 bytes an element two norms read and write 8; the rest belongs to the residual adds.
    constexpr double normBytes = 8.0;
    build.memory(TermName::Norms, bytes * normBytes * hidden, flops * 2.0 * normFlops * hidden);
    build.memory(TermName::ResidualAdds, bytes * (context.normResidualBytes - normBytes) * hidden,
                 flops * 2.0 * hidden, context.normResidualFact);
    if (std::get<GroupedQueryAttention>(kind.tokenMixer).rotary) {
        const double rotated =
            context.tokens() *
            static_cast<double>((local.queryHeads + local.keyValueHeads) * local.headDimension);
        // Its backward is the inverse rotation of the gradient: the same traffic.
        build.memory(TermName::Rotary, bytes * 4.0 * rotated, flops * rotaryFlops * rotated);
    }
    if (std::get<GroupedQueryAttention>(kind.tokenMixer).queryKeyNorm != QueryKeyNorm::None) {
        const double normed =
            context.tokens() *
            static_cast<double>((local.queryHeads + local.keyValueHeads) * local.headDimension);
        build.memory(TermName::QueryKeyNorm, bytes * 4.0 * normed, flops * normFlops * normed);
    }
    const auto& feedForward = std::get<DenseFeedForward>(kind.channelMixer);
    const double width = context.tokens() *
                         static_cast<double>(ceilDivide(feedForward.width, context.tensorParallel));
    const double activationBytes = feedForward.gated ? 6.0 : 4.0;
    build.memory(TermName::Activation, bytes * activationBytes * context.activationFactor * width,
                 flops * activationFlops * width, context.activationFact);
}

/// The linear layers of a kind as this rank holds them.
struct LocalLinears {
    LocalAttention attention;
    std::int64_t rows;
    std::int64_t width;
    std::int64_t upColumns;
    TermName up;

    LocalLinears(const LayerKind& kind, const LayerContext& context)
        : attention(std::get<GroupedQueryAttention>(kind.tokenMixer), context.tensorParallel),
          rows(context.sequences * context.sequence),
          width(ceilDivide(std::get<DenseFeedForward>(kind.channelMixer).width,
                           context.tensorParallel)),
          upColumns(std::get<DenseFeedForward>(kind.channelMixer).gated ? 2 * width : width),
          up(std::get<DenseFeedForward>(kind.channelMixer).gated ? TermName::GateUpProjection
                                                                 : TermName::UpProjection) {}
};

} // namespace

void visitForward(const Transformer& model,
                  const LayerKind& kind,
                  const LayerContext& context,
                  const Device& device,
                  Phase phase,
                  KernelVisitor visit) {
    const LocalLinears local(kind, context);
    Builder build(visit, phase, device);
    build.gemm(TermName::QkvProjection,
               {.m = local.rows, .n = local.attention.inputColumns, .k = model.hidden});
    attentionCore(build, local.attention, context);
    build.gemm(TermName::OutputProjection,
               {.m = local.rows, .n = model.hidden, .k = local.attention.outputDepth});
    build.gemm(local.up, {.m = local.rows, .n = local.upColumns, .k = model.hidden});
    build.gemm(TermName::DownProjection, {.m = local.rows, .n = model.hidden, .k = local.width});
    elementwise(build, model, kind, local.attention, context, false);
}

void visitAttentionCore(const LayerKind& kind,
                        const LayerContext& context,
                        const Device& device,
                        KernelVisitor visit) {
    const LocalAttention local(std::get<GroupedQueryAttention>(kind.tokenMixer),
                               context.tensorParallel);
    Builder build(visit, Phase::Recomputation, device);
    attentionCore(build, local, context);
}

void visitBackward(const Transformer& model,
                   const LayerKind& kind,
                   const LayerContext& context,
                   const Device& device,
                   KernelVisitor visit) {
    const LocalLinears local(kind, context);
    const double gradient = context.gradientBytes;
    Builder build(visit, Phase::Backward, device);
    build.linearBackward(TermName::DownProjection, local.rows, model.hidden, local.width, gradient);
    build.linearBackward(local.up, local.rows, local.upColumns, model.hidden, gradient);
    build.linearBackward(TermName::OutputProjection, local.rows, model.hidden,
                         local.attention.outputDepth, gradient);
    attentionCoreBackward(build, local.attention, context);
    build.linearBackward(TermName::QkvProjection, local.rows, local.attention.inputColumns,
                         model.hidden, gradient);
    elementwise(build, model, kind, local.attention, context, true);
}

void visitEmbedding(const Transformer& model,
                    const LayerContext& context,
                    const Device& device,
                    Phase phase,
                    KernelVisitor visit) {
    constexpr double forwardBytes = 8.0;
    constexpr double backwardBytes = 12.0;
    const bool forward = phase == Phase::Forward;
    const double elements = context.tokens() * static_cast<double>(model.hidden);
    Builder(visit, phase, device)
        .memory(TermName::Embedding, (forward ? forwardBytes : backwardBytes) * elements,
                forward ? 0.0 : elements);
}

void visitHead(const Transformer& model,
               const LayerContext& context,
               Sourced<double> lossBytes,
               const Device& device,
               Phase phase,
               KernelVisitor visit) {
    const std::int64_t rows = context.sequences * context.sequence;
    const std::int64_t columns = ceilDivide(model.vocabulary, context.tensorParallel);
    const double logits = context.tokens() * static_cast<double>(columns);
    const double hidden = context.shardTokens() * static_cast<double>(model.hidden);
    // Half of the loss's traffic belongs to each pass.
    const double half = lossBytes.value / 2.0;
    Builder build(visit, phase, device);
    if (phase == Phase::Forward) {
        build.memory(TermName::Norms, 4.0 * hidden, normFlops * hidden);
        build.gemm(TermName::LmHead, {.m = rows, .n = columns, .k = model.hidden});
        build.memory(TermName::Loss, half * logits, lossFlops * logits, lossBytes.fact);
    } else {
        build.memory(TermName::Loss, half * logits, lossFlops * logits, lossBytes.fact);
        build.linearBackward(TermName::LmHead, rows, columns, model.hidden, context.gradientBytes);
        build.memory(TermName::Norms, 8.0 * hidden, backwardVectorFlops * normFlops * hidden);
    }
}

namespace {

Derivation derive(const GemmShape& shape, const KernelCost& cost, const Device& device) {
    const double blocks =
        std::min(cost.split * std::ceil(static_cast<double>(shape.n) / 64.0) * shape.batch,
                 device.multiprocessors);
    Derivation d(
        shape.batch > 1.0 ? Formula::BatchedGemm : Formula::Gemm,
        {{Symbol::RowsM, static_cast<double>(shape.m)},
         {Symbol::ColumnsN, static_cast<double>(shape.n)},
         {Symbol::DepthK, static_cast<double>(shape.k)},
         {Symbol::FlopCount, cost.flops.base()},
         {Symbol::DensePeak, device.peak.base()},
         {Symbol::Ceiling, device.gemmCeiling},
         {Symbol::Multiprocessors, device.multiprocessors},
         {Symbol::DepthRamp, device.depthRamp},
         {Symbol::Waves, cost.waves},
         {Symbol::ComputeTime, cost.compute.base()},
         {Symbol::HbmBytes, cost.hbm.base()},
         {Symbol::OperandBytes,
          static_cast<double>(shape.n) * static_cast<double>(shape.k) * shape.bytesB * shape.batch},
         {Symbol::HbmRate, device.hbm.base()},
         {Symbol::BlockRate, device.blockBandwidth.base() * blocks},
         {Symbol::MemoryTime, cost.memory.base()},
         {Symbol::Launch, device.gemmLaunch.base()},
         {Symbol::Attained, cost.flops / cost.time / device.peak}},
        {device.peakFact, device.gemmCeilingFact, device.sustainedFact, device.hbmFact,
         device.hbmFractionFact, device.multiprocessorsFact, device.depthRampFact, device.blockFact,
         device.launchFact});
    if (shape.batch > 1.0) {
        d.add(Symbol::Batch, shape.batch);
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
    Derivation d(shape.backward ? Formula::FlashBackward : Formula::FlashForward,
                 {{Symbol::Sequences, static_cast<double>(shape.sequences)},
                  {Symbol::Heads, static_cast<double>(shape.queryHeads)},
                  {Symbol::HeadDimension, static_cast<double>(shape.headDimension)},
                  {Symbol::Sequence, static_cast<double>(shape.sequence)},
                  {Symbol::FlopCount, cost.flops.base()},
                  {Symbol::DensePeak, device.peak.base()},
                  {Symbol::Efficiency, efficiency},
                  {Symbol::QueryTile, device.attentionQueryTile},
                  {Symbol::HeadFactor, headSizeFactor(static_cast<double>(shape.headDimension))},
                  {Symbol::Multiprocessors, device.multiprocessors},
                  {Symbol::CriticalPath, cost.extra.base()},
                  {Symbol::ComputeTime, cost.compute.base()},
                  {Symbol::HbmBytes, cost.hbm.base()},
                  {Symbol::HbmRate, device.hbm.base()},
                  {Symbol::MemoryTime, cost.memory.base()},
                  {Symbol::Launch, device.attentionLaunch.base()},
                  {Symbol::Attained, cost.flops / cost.time / device.peak}},
                 {device.peakFact, device.attentionFact, device.flash2Fact, device.queryTileFact,
                  device.multiprocessorsFact, device.hbmFact, device.hbmFractionFact,
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

#include "core/base/integer.h"
#include "core/operators/mixer_kernels.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Sizes of grouped-query attention on this rank.
struct LocalAttention {
    std::int64_t queryHeads;
    std::int64_t keyValueHeads;
    std::int64_t dimension;

    LocalAttention(const GroupedQueryAttention& attention, std::int64_t tensorParallel)
        : queryHeads(ceilDivide(attention.queryHeads, tensorParallel)),
          keyValueHeads(ceilDivide(attention.keyValueHeads, tensorParallel)),
          dimension(attention.headDimension) {}

    [[nodiscard]] double width() const {
        return static_cast<double>((queryHeads + keyValueHeads) * dimension);
    }
};

AttentionLinears
linearsOf(const GroupedQueryAttention& attention, std::int64_t hidden, const LayerContext& c) {
    const LocalAttention local(attention, c.tensorParallel);
    const std::int64_t queries = attention.outputGate ? 2 * local.queryHeads : local.queryHeads;
    const std::int64_t keys = (attention.keyIsValue ? 1 : 2) * local.keyValueHeads;
    AttentionLinears linears;
    linears.input.add({.name = TermName::QkvProjection,
                       .rows = c.rows(),
                       .columns = (queries + keys) * local.dimension,
                       .depth = hidden,
                       .frozen = c.frozen});
    linears.output.add({.name = TermName::OutputProjection,
                        .rows = c.rows(),
                        .columns = hidden,
                        .depth = local.queryHeads * local.dimension,
                        .frozen = c.frozen});
    return linears;
}

/// The down-projections to the latents are not divided by TP; the up-projections are, by heads.
AttentionLinears
linearsOf(const LatentAttention& attention, std::int64_t hidden, const LayerContext& c) {
    const std::int64_t heads = ceilDivide(attention.heads, c.tensorParallel);
    const std::int64_t queryColumns =
        heads * (attention.plainDimension + attention.rotaryDimension);
    AttentionLinears linears;
    const auto input = [&](TermName name, std::int64_t columns, std::int64_t depth) {
        linears.input.add({.name = name,
                           .rows = c.rows(),
                           .columns = columns,
                           .depth = depth,
                           .frozen = c.frozen});
    };
    if (attention.queryRank > 0) {
        input(TermName::QueryDown, attention.queryRank, hidden);
        input(TermName::QueryUp, queryColumns, attention.queryRank);
    } else {
        input(TermName::QueryUp, queryColumns, hidden);
    }
    input(TermName::KeyValueDown, attention.keyValueRank + attention.rotaryDimension, hidden);
    input(TermName::KeyValueUp, heads * (attention.plainDimension + attention.valueDimension),
          attention.keyValueRank);
    linears.output.add({.name = TermName::OutputProjection,
                        .rows = c.rows(),
                        .columns = hidden,
                        .depth = heads * attention.valueDimension,
                        .frozen = c.frozen});
    return linears;
}

AttentionShape coreShape(const LayerContext& c, bool backward) {
    // Packed documents are attended to one by one: as many sequences of their length.
    const std::int64_t attended = c.attendedTokens();
    return {.sequences = c.sequences * std::max<std::int64_t>(1, c.sequence / attended),
            .sequence = attended,
            .contextParallel = c.contextParallel,
            .backward = backward};
}

AttentionShape
shapeOf(const GroupedQueryAttention& attention, const LayerContext& c, bool backward) {
    const LocalAttention local(attention, c.tensorParallel);
    AttentionShape shape = coreShape(c, backward);
    shape.queryHeads = local.queryHeads;
    shape.keyValueHeads = local.keyValueHeads;
    shape.headDimension = local.dimension;
    shape.span = attention.span;
    return shape;
}

AttentionShape shapeOf(const LatentAttention& attention, const LayerContext& c, bool backward) {
    AttentionShape shape = coreShape(c, backward);
    shape.queryHeads = ceilDivide(attention.heads, c.tensorParallel);
    shape.keyValueHeads = shape.queryHeads;
    shape.headDimension = attention.plainDimension + attention.rotaryDimension;
    shape.valueDimension = attention.valueDimension;
    return shape;
}

/// Scores, softmax and values as separate kernels through HBM: 13 bytes a score element forward and
/// 19 backward with dropout. Source: the kernels of arXiv 2104.04473 §4.2 (scale, mask and softmax
/// fused).
class UnfusedAttention {
public:
    UnfusedAttention(const AttentionShape& shape, bool dropout)
        : m_matrices(static_cast<double>(shape.sequences * shape.queryHeads)),
          m_queries(ceilDivide(shape.sequence, shape.contextParallel)),
          m_keys(shape.sequence),
          m_dimension(shape.headDimension),
          m_scores(m_matrices * static_cast<double>(m_queries) * static_cast<double>(m_keys)),
          m_dropout(dropout) {}

    void forward(const KernelBuilder& build) const {
        build.gemm(TermName::AttentionScores, scores(), Category::Attention);
        memory(build, TermName::AttentionSoftmax, 4.0, softmaxFlops);
        if (m_dropout) {
            memory(build, TermName::AttentionDropout, 5.0, 1.0);
        }
        build.gemm(TermName::AttentionValues, values(), Category::Attention);
    }

    void backward(const KernelBuilder& build) const {
        build.gemm(TermName::AttentionValues, Phase::Dgrad, scores(), Category::Attention);
        build.gemm(TermName::AttentionValues, Phase::Wgrad, values(), Category::Attention);
        if (m_dropout) {
            memory(build, TermName::AttentionDropout, 5.0, 1.0);
        }
        memory(build, TermName::AttentionSoftmax, 6.0, softmaxFlops);
        build.gemm(TermName::AttentionScores, Phase::Dgrad, values(), Category::Attention);
        build.gemm(TermName::AttentionScores, Phase::Wgrad, values(), Category::Attention);
    }

private:
    [[nodiscard]] GemmShape scores() const {
        return {.m = m_queries, .n = m_keys, .k = m_dimension, .batch = m_matrices};
    }

    [[nodiscard]] GemmShape values() const {
        return {.m = m_queries, .n = m_dimension, .k = m_keys, .batch = m_matrices};
    }

    void memory(const KernelBuilder& build, TermName name, double bytes, double flops) const {
        build.memory(name, bytes * m_scores, flops * m_scores, FactId::None, Category::Attention);
    }

    double m_matrices;
    std::int64_t m_queries;
    std::int64_t m_keys;
    std::int64_t m_dimension;
    double m_scores;
    bool m_dropout;
};

void elementwiseOf(const KernelBuilder& build,
                   const GroupedQueryAttention& attention,
                   const LayerContext& c,
                   bool backward) {
    const LocalAttention local(attention, c.tensorParallel);
    const double bytes = passBytes(backward);
    const double flops = passFlops(backward);
    const double elements = c.tokens() * local.width();
    if (attention.rotary) {
        // Its backward is the inverse rotation of the gradient: the same traffic.
        build.memory(TermName::Rotary, bytes * 4.0 * elements, flops * rotaryFlops * elements);
    }
    if (attention.queryKeyNorm != QueryKeyNorm::None) {
        build.memory(TermName::QueryKeyNorm, bytes * 4.0 * elements, flops * normFlops * elements);
    }
    if (attention.outputGate) {
        const double gated = c.tokens() * static_cast<double>(local.queryHeads * local.dimension);
        build.memory(TermName::OutputGate, bytes * 6.0 * gated, flops * activationFlops * gated);
    }
}

/// Norms of the latents; rotation, concatenation and split of the heads: three passes over Q and K,
/// two over the up-projected K and V. Source: study of published training steps.
void elementwiseOf(const KernelBuilder& build,
                   const LatentAttention& attention,
                   const LayerContext& c,
                   bool backward) {
    const auto heads = static_cast<double>(ceilDivide(attention.heads, c.tensorParallel));
    const auto queryKey = static_cast<double>(attention.plainDimension + attention.rotaryDimension);
    const auto keyValue = static_cast<double>(attention.plainDimension + attention.valueDimension);
    const double layout = c.tokens() * heads * (3.0 * queryKey + 2.0 * keyValue);
    const double latents =
        c.tokens() * static_cast<double>(attention.queryRank + attention.keyValueRank);
    build.memory(TermName::LatentLayout, passBytes(backward) * (2.0 * layout + 4.0 * latents),
                 passFlops(backward) *
                     (rotaryFlops * c.tokens() * heads * queryKey + normFlops * latents));
}

} // namespace

AttentionLinears
attentionLinears(const TokenMixer& mixer, std::int64_t hidden, const LayerContext& context) {
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&mixer)) {
        return linearsOf(*grouped, hidden, context);
    }
    if (const auto* latent = std::get_if<LatentAttention>(&mixer)) {
        return linearsOf(*latent, hidden, context);
    }
    return {};
}

void attentionCore(const KernelBuilder& build,
                   const TokenMixer& mixer,
                   const LayerContext& context,
                   bool backward) {
    AttentionShape shape;
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&mixer)) {
        shape = shapeOf(*grouped, context, backward);
    } else if (const auto* latent = std::get_if<LatentAttention>(&mixer)) {
        shape = shapeOf(*latent, context, backward);
    } else {
        return;
    }
    if (context.flash) {
        build.attention(shape);
    } else if (backward) {
        UnfusedAttention(shape, context.dropout).backward(build);
    } else {
        UnfusedAttention(shape, context.dropout).forward(build);
    }
}

void attentionElementwise(const KernelBuilder& build,
                          const TokenMixer& mixer,
                          const LayerContext& context,
                          bool backward) {
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&mixer)) {
        elementwiseOf(build, *grouped, context, backward);
    } else if (const auto* latent = std::get_if<LatentAttention>(&mixer)) {
        elementwiseOf(build, *latent, context, backward);
    }
}

} // namespace roofplan

#include "core/operators/layer_operators.h"

#include "core/base/integer.h"
#include "core/operators/mixer_kernels.h"

namespace roofplan {

namespace {

/// Norms and residual adds of a layer, forward or backward.
void residualStream(const KernelBuilder& build,
                    const Transformer& model,
                    const LayerContext& context,
                    bool backward) {
    const double bytes = passBytes(backward);
    const double flops = passFlops(backward);
    const double hidden = context.shardTokens() * static_cast<double>(model.hidden);
    // Of the 20 bytes an element two norms read and write 8; the rest belongs to the residual adds.
    constexpr double normBytes = 8.0;
    build.memory(TermName::Norms, bytes * normBytes * hidden, flops * 2.0 * normFlops * hidden);
    build.memory(TermName::ResidualAdds, bytes * (context.normResidualBytes - normBytes) * hidden,
                 flops * 2.0 * hidden, context.normResidualFact);
}

/// Quantise kernels of a low recipe: 4 bytes an input element of each linear forward; backward 4 an
/// output element, 3 where no weight gradient needs the transpose. Source: study of published
/// training steps; weights are cast once a step, in the optimiser.
class Casts {
public:
    Casts(const LayerContext& context, bool backward) : m_context(context), m_backward(backward) {}

    void add(const LinearList& linears) {
        for (const Linear& l : linears) {
            if (l.low) {
                const auto elements = static_cast<double>(l.rows) *
                                      static_cast<double>(m_backward ? l.columns : l.depth);
                m_bytes += (m_backward && l.frozen ? 3.0 : 4.0) * elements * l.batch;
            }
        }
    }

    void visit(const KernelBuilder& build) const {
        if (build.device().low && m_bytes > 0.0) {
            build.memory(TermName::Casts, m_bytes * m_context.castFactor, m_bytes / 4.0,
                         m_context.castFact);
        }
    }

private:
    const LayerContext& m_context;
    bool m_backward;
    double m_bytes = 0.0;
};

/// LoRA: a narrow pair of linears beside each projection, trained in 16 bits. Source: arXiv
/// 2106.09685.
LinearList adaptersOf(const LinearList& linears, std::int64_t rank) {
    LinearList adapters;
    for (const Linear& l : linears) {
        adapters.add({.name = TermName::Adapters,
                      .rows = l.rows,
                      .columns = rank,
                      .depth = l.depth,
                      .low = false});
        adapters.add({.name = TermName::Adapters,
                      .rows = l.rows,
                      .columns = l.columns,
                      .depth = rank,
                      .low = false});
    }
    return adapters;
}

void forward(const KernelBuilder& build, const LinearList& linears) {
    for (const Linear& l : linears) {
        build.linear(l);
    }
}

void backward(const KernelBuilder& build, const LinearList& linears, double gradientBytes) {
    for (std::size_t i = linears.count; i-- > 0;) {
        build.linearBackward(linears.linears[i], gradientBytes);
    }
}

/// Whether selective recomputation of `modules` runs a kernel of that name again.
bool repeats(RecomputeModules modules, TermName name, bool experts) {
    switch (name) {
    case TermName::AttentionCore:
    case TermName::AttentionScores:
    case TermName::AttentionSoftmax:
    case TermName::AttentionDropout:
    case TermName::AttentionValues:
        return modules.has(RecomputeModule::CoreAttention);
    case TermName::QueryUp:
    case TermName::KeyValueUp:
    case TermName::LatentLayout:
        return modules.has(RecomputeModule::LatentUp);
    case TermName::Norms:
        return modules.has(RecomputeModule::Norms);
    case TermName::Activation:
        return modules.has(RecomputeModule::Activation) ||
               modules.has(experts ? RecomputeModule::Experts : RecomputeModule::FeedForward);
    case TermName::GateUpProjection:
    case TermName::UpProjection:
    case TermName::DownProjection:
        return modules.has(RecomputeModule::FeedForward);
    case TermName::Router:
    case TermName::RouterScores:
    case TermName::Permute:
    case TermName::ExpertUp:
    case TermName::ExpertDown:
    case TermName::SharedExpertUp:
    case TermName::SharedExpertDown:
        return modules.has(RecomputeModule::Experts);
    default:
        return false;
    }
}

} // namespace

void visitForward(const Transformer& model,
                  const LayerKind& kind,
                  const LayerContext& context,
                  const Device& device,
                  Phase phase,
                  KernelVisitor visit) {
    const AttentionLinears attention = attentionLinears(kind.tokenMixer, model.hidden, context);
    const LinearList channel = channelLinears(kind.channelMixer, model.hidden, context);
    const KernelBuilder build(visit, phase, device);
    forward(build, attention.input);
    attentionCore(build, kind.tokenMixer, context, false);
    forward(build, attention.output);
    if (context.adapterRank > 0) {
        forward(build, adaptersOf(attention.input, context.adapterRank));
        forward(build, adaptersOf(attention.output, context.adapterRank));
    }
    forward(build, channel);
    residualStream(build, model, context, false);
    attentionElementwise(build, kind.tokenMixer, context, false);
    channelElementwise(build, kind.channelMixer, model.hidden, context, false);
    Casts casts(context, false);
    casts.add(attention.input);
    casts.add(attention.output);
    casts.add(channel);
    casts.visit(build);
}

void visitRecomputed(const Transformer& model,
                     const LayerKind& kind,
                     const LayerContext& context,
                     const Device& device,
                     RecomputeModules modules,
                     KernelVisitor visit) {
    if (modules == RecomputeModules{}) {
        attentionCore(KernelBuilder(visit, Phase::Recomputation, device), kind.tokenMixer, context,
                      false);
        return;
    }
    const bool experts = std::holds_alternative<MixtureOfExperts>(kind.channelMixer);
    bool second = false;
    visitForward(model, kind, context, device, Phase::Recomputation, [&](const Kernel& kernel) {
        if (modules.has(RecomputeModule::EverySecondMatmul)) {
            if (std::holds_alternative<AttentionShape>(kernel.work)) {
                return;
            }
            const bool linear = std::holds_alternative<GemmShape>(kernel.work);
            second = linear ? !second : second;
            if (!linear || !second) {
                visit(kernel);
            }
        } else if (repeats(modules, kernel.name, experts)) {
            visit(kernel);
        }
    });
}

void visitBackward(const Transformer& model,
                   const LayerKind& kind,
                   const LayerContext& context,
                   const Device& device,
                   KernelVisitor visit) {
    const AttentionLinears attention = attentionLinears(kind.tokenMixer, model.hidden, context);
    const LinearList channel = channelLinears(kind.channelMixer, model.hidden, context);
    const KernelBuilder build(visit, Phase::Backward, device);
    backward(build, channel, context.gradientBytes);
    if (context.adapterRank > 0) {
        backward(build, adaptersOf(attention.output, context.adapterRank), context.gradientBytes);
        backward(build, adaptersOf(attention.input, context.adapterRank), context.gradientBytes);
    }
    backward(build, attention.output, context.gradientBytes);
    attentionCore(build, kind.tokenMixer, context, true);
    backward(build, attention.input, context.gradientBytes);
    residualStream(build, model, context, true);
    attentionElementwise(build, kind.tokenMixer, context, true);
    channelElementwise(build, kind.channelMixer, model.hidden, context, true);
    Casts casts(context, true);
    casts.add(attention.input);
    casts.add(attention.output);
    casts.add(channel);
    casts.visit(build);
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
    KernelBuilder(visit, phase, device)
        .memory(TermName::Embedding, (forward ? forwardBytes : backwardBytes) * elements,
                forward ? 0.0 : elements);
}

void visitPrediction(const Transformer& model,
                     const LayerContext& context,
                     const Device& device,
                     Phase phase,
                     KernelVisitor visit) {
    const double hidden = context.shardTokens() * static_cast<double>(model.hidden);
    const KernelBuilder build(visit, phase, device);
    const Linear join{.name = TermName::PredictionJoin,
                      .rows = context.rows(),
                      .columns = ceilDivide(model.hidden, context.tensorParallel),
                      .depth = 2 * model.hidden,
                      .frozen = context.frozen};
    const bool backward = phase != Phase::Forward;
    constexpr double normBytes = 8.0;
    if (!backward) {
        build.linear(join);
    } else {
        build.linearBackward(join, context.gradientBytes);
    }
    build.memory(TermName::Norms, passBytes(backward) * normBytes * hidden,
                 passFlops(backward) * 2.0 * normFlops * hidden);
}

void visitHead(const Transformer& model,
               const LayerContext& context,
               Sourced<double> lossBytes,
               const Device& device,
               Phase phase,
               KernelVisitor visit) {
    const std::int64_t rows = context.rows();
    const std::int64_t columns = ceilDivide(model.vocabulary, context.tensorParallel);
    const double logits = context.tokens() * static_cast<double>(columns);
    const double hidden = context.shardTokens() * static_cast<double>(model.hidden);
    // Half of the loss's traffic belongs to each pass.
    const double half = lossBytes.value / 2.0;
    const KernelBuilder build(visit, phase, device);
    // The head stays in 16 bits in every recipe.
    const Linear head{.name = TermName::LmHead,
                      .rows = rows,
                      .columns = columns,
                      .depth = model.hidden,
                      .low = false,
                      .frozen = context.frozen};
    if (phase == Phase::Forward) {
        build.memory(TermName::Norms, 4.0 * hidden, normFlops * hidden);
        build.linear(head);
        build.memory(TermName::Loss, half * logits, lossFlops * logits, lossBytes.fact);
    } else {
        build.memory(TermName::Loss, half * logits, lossFlops * logits, lossBytes.fact);
        build.linearBackward(head, context.gradientBytes);
        build.memory(TermName::Norms, 8.0 * hidden, backwardVectorFlops * normFlops * hidden);
    }
}

} // namespace roofplan

#include "core/architecture/flop_count.h"

namespace roofplan {

namespace {

double linearFlops(const Transformer& model, const GroupedQueryAttention& attention) {
    const auto heads = static_cast<double>(2 * attention.queryHeads + 2 * attention.keyValueHeads);
    return 2.0 * static_cast<double>(model.hidden) * heads *
           static_cast<double>(attention.headDimension);
}

double linearFlops(const Transformer& model, const DenseFeedForward& feedForward) {
    const double matrices = feedForward.gated ? 3.0 : 2.0;
    return 2.0 * matrices * static_cast<double>(model.hidden * feedForward.width);
}

/// The other kinds, which no reader lets through yet.
template <typename Mixer>
double linearFlops(const Transformer& /*model*/, const Mixer& /*mixer*/) {
    return 0.0;
}

template <typename Mixer>
double attentionFlops(const Mixer& /*mixer*/, double /*keys*/) {
    return 0.0;
}

/// Scores and values: 2·2·a·d FLOPs for each key a token attends to.
double attentionFlops(const GroupedQueryAttention& attention, double keys) {
    return 4.0 * static_cast<double>(attention.queryHeads * attention.headDimension) * keys;
}

} // namespace

ForwardFlops
forwardFlopsPerToken(const Transformer& model, std::int64_t sequence, AttentionFlops convention) {
    const double keys =
        static_cast<double>(sequence) * (convention == AttentionFlops::Full ? 1.0 : 0.5);
    double linears = 0.0;
    double attention = 0.0;
    for (const std::uint16_t index : model.layers) {
        const LayerKind& kind = model.layerKinds[index];
        const auto linear = [&model](const auto& mixer) { return linearFlops(model, mixer); };
        linears += std::visit(linear, kind.tokenMixer) + std::visit(linear, kind.channelMixer);
        attention += std::visit([keys](const auto& mixer) { return attentionFlops(mixer, keys); },
                                kind.tokenMixer);
    }
    return {.linears = Flops(linears),
            .attention = Flops(attention),
            .lmHead = Flops(2.0 * static_cast<double>(model.hidden * model.vocabulary))};
}

Flops modelFlopsPerToken(const Transformer& model,
                         std::int64_t sequence,
                         AttentionFlops convention) {
    return forwardFlopsPerToken(model, sequence, convention).total() * 3.0;
}

} // namespace roofplan

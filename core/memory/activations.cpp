#include "core/memory/activations.h"

#include "core/base/integer.h"

namespace roofplan {

namespace {

double attentionCore(const GroupedQueryAttention& attention, const ActivationContext& context) {
    const auto heads =
        static_cast<double>(ceilDivide(attention.queryHeads, context.tensorParallel));
    if (context.flash) {
        constexpr double logSumExp = 4.0;
        return logSumExp * heads * context.tokens();
    }
    const double bytes = context.dropout ? 5.0 : 2.0;
    return bytes * heads * context.tokens() * static_cast<double>(context.sequence);
}

} // namespace

Bytes layerActivations(const Transformer& model,
                       const LayerKind& kind,
                       const ActivationContext& context) {
    const auto hidden = static_cast<double>(model.hidden);
    if (context.recompute == Recompute::Full) {
        return Bytes(2.0 * context.shardTokens() * hidden);
    }
    const auto& attention = std::get<GroupedQueryAttention>(kind.tokenMixer);
    const auto& feedForward = std::get<DenseFeedForward>(kind.channelMixer);
    const std::int64_t tp = context.tensorParallel;
    const auto queryWidth =
        static_cast<double>(ceilDivide(attention.queryHeads, tp) * attention.headDimension);
    const auto keyWidth =
        static_cast<double>(ceilDivide(attention.keyValueHeads, tp) * attention.headDimension);
    const auto width = static_cast<double>(ceilDivide(feedForward.width, tp));

    double bytes = context.shardTokens() * hidden * (context.dropout ? 10.0 : 8.0);
    bytes += context.tokens() * (4.0 * queryWidth + 4.0 * keyWidth);
    bytes += context.tokens() * width * (feedForward.gated ? 6.0 : 4.0);
    // The norms of Q and K keep their inputs beside their outputs.
    bytes += attention.queryKeyNorm != QueryKeyNorm::None
                 ? context.tokens() * 2.0 * (queryWidth + keyWidth)
                 : 0.0;
    if (context.recompute == Recompute::None) {
        bytes += attentionCore(attention, context);
    }
    return Bytes(bytes);
}

Bytes embeddingActivations(const Transformer& model, const ActivationContext& context) {
    return Bytes(context.dropout ? context.shardTokens() * static_cast<double>(model.hidden) : 0.0);
}

Bytes headActivations(const Transformer& model, const ActivationContext& context) {
    return Bytes(4.0 * context.shardTokens() * static_cast<double>(model.hidden));
}

} // namespace roofplan

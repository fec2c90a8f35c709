#include "core/memory/activations.h"

#include "core/base/integer.h"

namespace roofplan {

namespace {

double count(std::int64_t value) {
    return static_cast<double>(value);
}

/// Whether the backward pass makes what `module` leaves again.
bool repeats(const ActivationContext& c, RecomputeModule module) {
    return c.recompute == Recompute::Selective && c.modules.has(module);
}

double scoreBytes(std::int64_t queryHeads, const ActivationContext& c) {
    const double heads = count(ceilDivide(queryHeads, c.tensorParallel));
    if (c.flash) {
        constexpr double logSumExp = 4.0;
        return logSumExp * heads * c.tokens();
    }
    const double bytes = c.dropout ? 5.0 : 2.0;
    return bytes * heads * c.tokens() * count(c.sequence);
}

double mixerBytes(const GroupedQueryAttention& attention, const ActivationContext& c) {
    const double queries =
        count(ceilDivide(attention.queryHeads, c.tensorParallel) * attention.headDimension);
    const double keys =
        count(ceilDivide(attention.keyValueHeads, c.tensorParallel) * attention.headDimension);
    double bytes = c.tokens() * (4.0 * queries + 4.0 * keys);
    // The norms of Q and K keep their inputs beside their outputs.
    bytes +=
        attention.queryKeyNorm != QueryKeyNorm::None ? c.tokens() * 2.0 * (queries + keys) : 0.0;
    bytes += attention.outputGate ? c.tokens() * 4.0 * queries : 0.0;
    return bytes +
           (repeats(c, RecomputeModule::CoreAttention) ? 0.0 : scoreBytes(attention.queryHeads, c));
}

double mixerBytes(const LatentAttention& attention, const ActivationContext& c) {
    const double heads = count(ceilDivide(attention.heads, c.tensorParallel));
    const double latents =
        count(2 * attention.queryRank + 2 * attention.keyValueRank + attention.rotaryDimension);
    // Q, K and V a head, made again from the latents or kept, and the output.
    const double upward = count(2 * (attention.plainDimension + attention.rotaryDimension) +
                                attention.plainDimension + attention.valueDimension);
    const double perHead =
        (repeats(c, RecomputeModule::LatentUp) ? 0.0 : upward) + count(attention.valueDimension);
    const double bytes = 2.0 * c.tokens() * (latents + heads * perHead);
    return bytes +
           (repeats(c, RecomputeModule::CoreAttention) ? 0.0 : scoreBytes(attention.heads, c));
}

double feedForwardBytes(double rows, double width, bool gated, const ActivationContext& c) {
    const double output = repeats(c, RecomputeModule::Activation) ? 0.0 : c.linearBytes;
    return rows * width * ((gated ? 4.0 : 2.0) + output);
}

double mixerBytes(const DenseFeedForward& dense, double /*hidden*/, const ActivationContext& c) {
    if (repeats(c, RecomputeModule::FeedForward)) {
        return 0.0;
    }
    return feedForwardBytes(c.tokens(), count(ceilDivide(dense.width, c.tensorParallel)),
                            dense.gated, c);
}

double mixerBytes(const MixtureOfExperts& moe, double hidden, const ActivationContext& c) {
    if (repeats(c, RecomputeModule::Experts)) {
        return 0.0;
    }
    const double rows = c.tokens() / count(c.tensorParallel) * count(c.expertTensorParallel) *
                        count(moe.perToken) * c.expertImbalance;
    const double routed =
        rows * hidden * c.linearBytes +
        feedForwardBytes(rows, count(ceilDivide(moe.width, c.expertTensorParallel)), moe.gated, c);
    constexpr double routerBytes = 8.0;
    const double router = routerBytes * c.tokens() / count(c.tensorParallel) * count(moe.experts);
    const std::int64_t beside = ceilDivide(moe.sharedWidth, c.tensorParallel) +
                                ceilDivide(moe.denseWidth, c.tensorParallel);
    return routed + router + feedForwardBytes(c.tokens(), count(beside), moe.gated, c);
}

} // namespace

Bytes layerActivations(const Transformer& model,
                       const LayerKind& kind,
                       const ActivationContext& c) {
    const double hidden = count(model.hidden);
    if (c.recompute == Recompute::Full) {
        return Bytes(2.0 * c.shardTokens() * hidden);
    }
    const double normOutput = repeats(c, RecomputeModule::Norms) ? 0.0 : c.linearBytes;
    double bytes = c.shardTokens() * hidden * (2.0 * (2.0 + normOutput) + (c.dropout ? 2.0 : 0.0));
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
        bytes += mixerBytes(*grouped, c);
    } else if (const auto* latent = std::get_if<LatentAttention>(&kind.tokenMixer)) {
        bytes += mixerBytes(*latent, c);
    }
    if (const auto* dense = std::get_if<DenseFeedForward>(&kind.channelMixer)) {
        bytes += mixerBytes(*dense, hidden, c);
    } else if (const auto* moe = std::get_if<MixtureOfExperts>(&kind.channelMixer)) {
        bytes += mixerBytes(*moe, hidden, c);
    }
    // Of every second linear nothing is kept.
    return Bytes(bytes * (repeats(c, RecomputeModule::EverySecondMatmul) ? 0.5 : 1.0));
}

Bytes embeddingActivations(const Transformer& model, const ActivationContext& context) {
    return Bytes(context.dropout ? context.shardTokens() * static_cast<double>(model.hidden) : 0.0);
}

Bytes headActivations(const Transformer& model, const ActivationContext& context) {
    return Bytes(4.0 * context.shardTokens() * static_cast<double>(model.hidden));
}

} // namespace roofplan

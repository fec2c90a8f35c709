#include "core/architecture/flop_count.h"

#include <algorithm>

namespace roofplan {

namespace {

/// What depends on the sequence, of one layer and token.
struct LayerFlops {
    double attention = 0.0;
    double indexer = 0.0;
    double state = 0.0;
    double mixing = 0.0; ///< of residual streams

    void add(const LayerFlops& layer, double times) {
        attention += times * layer.attention;
        indexer += times * layer.indexer;
        state += times * layer.state;
        mixing += times * layer.mixing;
    }
};

/// Keys of which each token sees those before it, `most` at the most.
double limitedKeys(double keys, double most, AttentionFlops convention) {
    if (convention == AttentionFlops::Full) {
        return std::min(keys, most);
    }
    return most < keys ? most - most * most / (2.0 * keys) : 0.5 * keys;
}

double chunkedKeys(std::int64_t sequence, std::int64_t chunk, AttentionFlops convention) {
    const auto whole = static_cast<double>(sequence / chunk);
    const auto rest = static_cast<double>(sequence % chunk);
    const auto size = static_cast<double>(chunk);
    const double pairs = whole * size * size + rest * rest;
    const double share = convention == AttentionFlops::Full ? 1.0 : 0.5;
    return share * pairs / static_cast<double>(sequence);
}

double product(std::int64_t a, std::int64_t b) {
    return static_cast<double>(a * b);
}

double indexerFlops(const SparseIndexer& indexer, double keys) {
    const std::int64_t width = indexer.headDimension + (indexer.headWeights ? 1 : 0);
    return 2.0 * product(indexer.heads, width) * keys;
}

/// Keys that attention reads: what its span lets it see, or what the indexer picks of them.
double keysRead(const AttentionSpan& span,
                const std::optional<SparseIndexer>& indexer,
                std::int64_t sequence,
                AttentionFlops convention) {
    const double seen = averageKeys(span, sequence, convention);
    return indexer ? std::min(seen,
                              limitedKeys(static_cast<double>(sequence),
                                          static_cast<double>(indexer->selectedTokens), convention))
                   : seen;
}

LayerFlops
flops(const GroupedQueryAttention& attention, std::int64_t sequence, AttentionFlops convention) {
    const double keys = keysRead(attention.span, attention.indexer, sequence, convention);
    const double seen = averageKeys(attention.span, sequence, convention);
    return {.attention = 4.0 * product(attention.queryHeads, attention.headDimension) * keys,
            .indexer = attention.indexer ? indexerFlops(*attention.indexer, seen) : 0.0};
}

LayerFlops
flops(const LatentAttention& attention, std::int64_t sequence, AttentionFlops convention) {
    const std::int64_t dimensions =
        attention.plainDimension + attention.rotaryDimension + attention.valueDimension;
    const double keys = keysRead({}, attention.indexer, sequence, convention);
    const double seen = averageKeys({}, sequence, convention);
    return {.attention = 2.0 * product(attention.heads, dimensions) * keys,
            .indexer = attention.indexer ? indexerFlops(*attention.indexer, seen) : 0.0};
}

LayerFlops
flops(const CompressedAttention& attention, std::int64_t sequence, AttentionFlops convention) {
    const auto tokens = static_cast<double>(sequence);
    double keys = limitedKeys(tokens, static_cast<double>(attention.window), convention);
    LayerFlops layer;
    if (attention.compression > 0) {
        const double blocks = tokens / static_cast<double>(attention.compression);
        const double seen = limitedKeys(blocks, blocks, convention);
        keys += attention.indexer
                    ? limitedKeys(blocks, static_cast<double>(attention.indexer->selectedTokens),
                                  convention)
                    : seen;
        layer.indexer = attention.indexer ? indexerFlops(*attention.indexer, seen) : 0.0;
    }
    layer.attention = 4.0 * product(attention.heads, attention.headDimension) * keys;
    return layer;
}

LayerFlops flops(const LinearAttention& attention, std::int64_t, AttentionFlops) {
    const double elements = product(attention.valueHeads, attention.keyDimension) *
                            static_cast<double>(attention.valueDimension);
    return {.state = 6.0 * elements};
}

LayerFlops flops(const StateSpace& space, std::int64_t, AttentionFlops) {
    return {.state =
                4.0 * product(space.heads, space.headDimension) * static_cast<double>(space.state)};
}

LayerFlops flops(const NoMixer& /*mixer*/, std::int64_t, AttentionFlops) {
    return {};
}

/// Reading the n streams, writing to them and mixing them: h times n, n and n² multiply-adds.
double mixingFlops(const Transformer& model, std::int64_t mixers) {
    const std::int64_t n = model.residualStreams;
    return n > 1 ? 2.0 * product(mixers * model.hidden, n * n + 2 * n) : 0.0;
}

double headReadingFlops(const Transformer& model) {
    return model.residualStreams > 1 ? 2.0 * product(model.hidden, model.residualStreams) : 0.0;
}

LayerFlops layerFlops(const Transformer& model,
                      const LayerKind& kind,
                      std::int64_t sequence,
                      AttentionFlops convention) {
    LayerFlops layer = std::visit(
        [sequence, convention](const auto& mixer) { return flops(mixer, sequence, convention); },
        kind.tokenMixer);
    layer.mixing = mixingFlops(model, mixersOf(kind));
    return layer;
}

double headFlops(const Transformer& model) {
    return 2.0 * product(model.hidden, model.vocabulary);
}

double predictionFlops(const Transformer& model, std::int64_t sequence, AttentionFlops convention) {
    if (!model.multiTokenPrediction) {
        return 0.0;
    }
    const MultiTokenPrediction& prediction = *model.multiTokenPrediction;
    const LayerFlops layer =
        layerFlops(model, model.layerKinds[prediction.kind], sequence, convention);
    const double module = layer.attention + layer.indexer + layer.state + layer.mixing +
                          headReadingFlops(model) + headFlops(model);
    return 2.0 * static_cast<double>(predictionParameters(model).multiplied) +
           static_cast<double>(prediction.modules) * module;
}

} // namespace

double averageKeys(const AttentionSpan& span, std::int64_t sequence, AttentionFlops convention) {
    const auto tokens = static_cast<double>(sequence);
    switch (span.kind) {
    case AttentionSpan::Kind::Full:
        return limitedKeys(tokens, tokens, convention);
    case AttentionSpan::Kind::Sliding:
        return limitedKeys(tokens, static_cast<double>(span.tokens), convention);
    case AttentionSpan::Kind::Chunked:
        return chunkedKeys(sequence, span.tokens, convention);
    }
    return 0.0;
}

ForwardFlops
forwardFlopsPerToken(const Transformer& model, std::int64_t sequence, AttentionFlops convention) {
    return forwardFlopsPerToken(model, parameterCount(model), sequence, convention);
}

ForwardFlops forwardFlopsPerToken(const Transformer& model,
                                  const ParameterCount& parameters,
                                  std::int64_t sequence,
                                  AttentionFlops convention) {
    LayerFlops layers;
    for (std::size_t i = 0; i < model.layerKinds.size(); ++i) {
        const auto times = std::ranges::count(model.layers, static_cast<std::uint16_t>(i));
        layers.add(layerFlops(model, model.layerKinds[i], sequence, convention),
                   static_cast<double>(times));
    }
    const double weights = static_cast<double>(parameters.layers.multiplied);
    return {.linears = Flops(2.0 * weights + layers.mixing + headReadingFlops(model)),
            .attention = Flops(layers.attention),
            .indexer = Flops(layers.indexer),
            .state = Flops(layers.state),
            .lmHead = Flops(headFlops(model)),
            .multiTokenPrediction = Flops(predictionFlops(model, sequence, convention))};
}

Flops modelFlopsPerToken(const Transformer& model,
                         std::int64_t sequence,
                         AttentionFlops convention) {
    return forwardFlopsPerToken(model, sequence, convention).total() * 3.0;
}

} // namespace roofplan

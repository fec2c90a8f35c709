#include "core/architecture/parameter_count.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Weights of a part: those a token is multiplied with, and biases, norms, sinks and scales.
struct Size {
    std::int64_t matrices = 0;
    std::int64_t vectors = 0;

    [[nodiscard]] std::int64_t total() const { return matrices + vectors; }
};

std::int64_t normSize(const Transformer& model) {
    return model.norm == NormKind::Layer ? 2 * model.hidden : model.hidden;
}

/// Pools tokens into one key: content and weight of each, an offset a position, a norm. Twice as
/// wide where blocks overlap.
Size compressor(const Transformer& model,
                const CompressedAttention& attention,
                std::int64_t width) {
    const std::int64_t columns = (attention.overlapping ? 2 : 1) * width;
    return {2 * model.hidden * columns, attention.compression * columns + width};
}

Size indexerQueries(const Transformer& model, const SparseIndexer& indexer) {
    const std::int64_t input = indexer.queryInput > 0 ? indexer.queryInput : model.hidden;
    return {input * indexer.heads * indexer.headDimension +
                (indexer.headWeights ? model.hidden * indexer.heads : 0),
            indexer.queryNorm ? indexer.headDimension : 0};
}

Size indexerKeys(const Transformer& model, const SparseIndexer& indexer) {
    return {model.hidden * indexer.headDimension,
            (indexer.keyNormBias ? 2 : 1) * indexer.headDimension};
}

void addTokenMixer(LayerParameters& layer, const Size& size) {
    layer.tokenMixer += size.total();
    layer.multiplied += size.matrices;
}

void addIndexer(LayerParameters& layer, const Size& queries, const Size& keys) {
    layer.indexer += queries.total() + keys.total();
    layer.multiplied += queries.matrices + keys.matrices;
}

void count(LayerParameters& layer,
           const Transformer& model,
           const GroupedQueryAttention& attention) {
    const std::int64_t queries = attention.queryHeads * attention.headDimension;
    const std::int64_t keys = attention.keyValueHeads * attention.headDimension;
    const std::int64_t columns =
        (attention.outputGate ? 2 : 1) * queries + (attention.keyIsValue ? 1 : 2) * keys;
    std::int64_t vectors = (attention.inputBias ? columns : 0) +
                           (attention.outputBias ? model.hidden : 0) +
                           (attention.sinks ? attention.queryHeads : 0);
    if (attention.queryKeyNorm == QueryKeyNorm::Head) {
        vectors += 2 * attention.headDimension;
    } else if (attention.queryKeyNorm == QueryKeyNorm::Width) {
        vectors += queries + keys;
    }
    addTokenMixer(layer, {model.hidden * (columns + queries), vectors});
    if (attention.indexer) {
        addIndexer(layer, indexerQueries(model, *attention.indexer),
                   indexerKeys(model, *attention.indexer));
    }
}

void count(LayerParameters& layer, const Transformer& model, const LatentAttention& attention) {
    const std::int64_t queries =
        attention.heads * (attention.plainDimension + attention.rotaryDimension);
    const std::int64_t values = attention.heads * attention.valueDimension;
    const std::int64_t plainKeys = attention.heads * attention.plainDimension;
    const std::int64_t query = attention.queryRank > 0
                                   ? attention.queryRank * (model.hidden + queries)
                                   : model.hidden * queries;
    const std::int64_t keyValue =
        model.hidden * (attention.keyValueRank + attention.rotaryDimension) +
        attention.keyValueRank * (plainKeys + values);
    // Each latent has a norm.
    addTokenMixer(layer, {query + keyValue + values * model.hidden,
                          attention.queryRank + attention.keyValueRank});
    if (attention.indexer) {
        addIndexer(layer, indexerQueries(model, *attention.indexer),
                   indexerKeys(model, *attention.indexer));
    }
}

void count(LayerParameters& layer, const Transformer& model, const CompressedAttention& attention) {
    const std::int64_t queries = attention.heads * attention.headDimension;
    const std::int64_t query = attention.queryRank * (model.hidden + queries);
    const std::int64_t output =
        attention.outputRank * (queries + attention.outputGroups * model.hidden);
    // A norm of the latent query and of the key, a sink a head.
    addTokenMixer(layer, {query + model.hidden * attention.headDimension + output,
                          attention.queryRank + attention.headDimension + attention.heads});
    if (attention.compression > 0) {
        addTokenMixer(layer, compressor(model, attention, attention.headDimension));
    }
    if (attention.indexer) {
        addIndexer(layer, indexerQueries(model, *attention.indexer),
                   compressor(model, attention, attention.indexer->headDimension));
    }
}

void count(LayerParameters& layer, const Transformer& model, const LinearAttention& attention) {
    const std::int64_t keys = attention.keyHeads * attention.keyDimension;
    const std::int64_t values = attention.valueHeads * attention.valueDimension;
    // Q, K, V and the output gate; decay and write strength a value head.
    const std::int64_t columns = 2 * keys + 2 * values + 2 * attention.valueHeads;
    const std::int64_t convolution = attention.convolution * (2 * keys + values);
    // Decay and time-step bias a value head, the gated norm of a head.
    addTokenMixer(layer, {model.hidden * (columns + values) + convolution,
                          2 * attention.valueHeads + attention.valueDimension});
}

void count(LayerParameters& layer, const Transformer& model, const StateSpace& space) {
    const std::int64_t inner = space.heads * space.headDimension;
    const std::int64_t convolved = inner + 2 * space.groups * space.state; // x, B and C
    const std::int64_t columns = inner + convolved + space.heads; // gate beside, a step a head
    // A, D and time-step bias a head, the gated norm.
    const std::int64_t vectors = 3 * space.heads + inner + (space.convolutionBias ? convolved : 0) +
                                 (space.projectionBias ? columns + model.hidden : 0);
    addTokenMixer(layer,
                  {model.hidden * (columns + inner) + space.convolution * convolved, vectors});
}

/// Two or three matrices between `outer` and `inner`.
Size feedForward(std::int64_t outer, std::int64_t inner, bool gated, bool bias) {
    const std::int64_t up = gated ? 2 : 1;
    return {(up + 1) * outer * inner, bias ? up * inner + outer : 0};
}

void addDense(LayerParameters& layer, const Size& size) {
    layer.dense += size.total();
    layer.multiplied += size.matrices;
}

void count(LayerParameters& layer, const Transformer& model, const DenseFeedForward& dense) {
    addDense(layer, feedForward(model.hidden, dense.width, dense.gated, dense.bias));
}

void count(LayerParameters& layer, const Transformer& model, const MixtureOfExperts& mixture) {
    const std::int64_t outer = mixture.latent > 0 ? mixture.latent : model.hidden;
    const Size expert = feedForward(outer, mixture.width, mixture.gated, mixture.bias);
    layer.routedExperts = mixture.experts * expert.total();
    layer.idleExperts = (mixture.experts - mixture.perToken) * expert.total();

    const Size router{mixture.experts * model.hidden,
                      (mixture.routerBias ? mixture.experts : 0) +
                          (mixture.expertScale ? mixture.experts : 0) +
                          (mixture.routerScale ? model.hidden : 0)};
    layer.router = router.total();

    Size shared = feedForward(model.hidden, mixture.sharedWidth, mixture.gated, false);
    shared.matrices += (mixture.sharedGate ? model.hidden : 0) + 2 * model.hidden * mixture.latent;
    layer.sharedExperts = shared.total();

    layer.multiplied += mixture.perToken * expert.matrices + router.matrices + shared.matrices;
    addDense(layer, feedForward(model.hidden, mixture.denseWidth, mixture.gated, false));
}

void count(LayerParameters& /*layer*/, const Transformer& /*model*/, const NoMixer& /*mixer*/) {}

/// Weights over the n streams side by side that make `outputs`, an offset an output, `scales`
/// single numbers.
Size mixing(const Transformer& model, std::int64_t outputs, std::int64_t scales) {
    return {outputs * model.residualStreams * model.hidden, outputs + scales};
}

void addMixing(LayerParameters& layer, const Size& size, std::int64_t times) {
    layer.hyperConnections += times * size.total();
    layer.multiplied += times * size.matrices;
}

/// Around each mixer n weights read, n write and n² mix the streams.
void countMixing(LayerParameters& layer, const Transformer& model, const LayerKind& kind) {
    const std::int64_t n = model.residualStreams;
    if (n > 1) {
        addMixing(layer, mixing(model, (2 + n) * n, 3), mixersOf(kind));
    }
}

/// In front of the head n weights read the streams.
void countHeadMixing(LayerParameters& layer, const Transformer& model) {
    if (model.residualStreams > 1) {
        addMixing(layer, mixing(model, model.residualStreams, 1), 1);
    }
}

void add(LayerParameters& sum, const LayerParameters& layer, std::int64_t times) {
    sum.tokenMixer += times * layer.tokenMixer;
    sum.indexer += times * layer.indexer;
    sum.dense += times * layer.dense;
    sum.router += times * layer.router;
    sum.routedExperts += times * layer.routedExperts;
    sum.idleExperts += times * layer.idleExperts;
    sum.sharedExperts += times * layer.sharedExperts;
    sum.norms += times * layer.norms;
    sum.hyperConnections += times * layer.hyperConnections;
    sum.multiplied += times * layer.multiplied;
}

} // namespace

LayerParameters layerParameters(const Transformer& model, const LayerKind& kind) {
    LayerParameters layer{.norms = kind.norms * normSize(model) + kind.scalars};
    const auto visitor = [&layer, &model](const auto& mixer) { count(layer, model, mixer); };
    std::visit(visitor, kind.tokenMixer);
    std::visit(visitor, kind.channelMixer);
    countMixing(layer, model, kind);
    return layer;
}

LayerParameters predictionParameters(const Transformer& model) {
    LayerParameters sum;
    if (!model.multiTokenPrediction) {
        return sum;
    }
    LayerParameters module =
        layerParameters(model, model.layerKinds[model.multiTokenPrediction->kind]);
    module.norms += 3 * normSize(model); // of hidden state, of embedding, the final one
    const std::int64_t projection = 2 * model.hidden * model.hidden;
    addDense(module, {projection, 0});
    countHeadMixing(module, model);
    add(sum, module, model.multiTokenPrediction->modules);
    sum.dense += model.multiTokenPrediction->otherParameters;
    return sum;
}

ParameterCount parameterCount(const Transformer& model) {
    ParameterCount count{.embedding = model.vocabulary * model.hidden,
                         .positions = model.learnedPositions * model.hidden,
                         .lmHead = model.tiedEmbeddings ? 0 : model.vocabulary * model.hidden,
                         .vision = model.visionParameters};
    for (std::size_t i = 0; i < model.layerKinds.size(); ++i) {
        const auto times = std::ranges::count(model.layers, static_cast<std::uint16_t>(i));
        add(count.layers, layerParameters(model, model.layerKinds[i]), times);
    }
    count.layers.norms += normSize(model);
    countHeadMixing(count.layers, model);
    const LayerParameters prediction = predictionParameters(model);
    count.multiTokenPrediction = prediction.total();
    count.multiTokenPredictionActive = prediction.active();
    return count;
}

} // namespace roofplan

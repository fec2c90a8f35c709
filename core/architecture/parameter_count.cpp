#include "core/architecture/parameter_count.h"

#include <algorithm>

namespace roofplan {

namespace {

std::int64_t normSize(const Transformer& model) {
    return model.norm == NormKind::Layer ? 2 * model.hidden : model.hidden;
}

/// Matrices hidden → width, and back.
std::int64_t matrices(bool gated) {
    return gated ? 3 : 2;
}

/// Pools tokens into one key: content and weight of each, an offset a position, a norm. Twice as
/// wide where blocks overlap.
std::int64_t
compressorSize(const Transformer& model, const CompressedAttention& attention, std::int64_t width) {
    const std::int64_t columns = (attention.overlapping ? 2 : 1) * width;
    return 2 * model.hidden * columns + attention.compression * columns + width;
}

std::int64_t queryAndWeightSize(const Transformer& model, const SparseIndexer& indexer) {
    const std::int64_t input = indexer.queryInput > 0 ? indexer.queryInput : model.hidden;
    return input * indexer.heads * indexer.headDimension +
           (indexer.headWeights ? model.hidden * indexer.heads : 0) +
           (indexer.queryNorm ? indexer.headDimension : 0);
}

std::int64_t indexerSize(const Transformer& model, const std::optional<SparseIndexer>& indexer) {
    if (!indexer) {
        return 0;
    }
    const std::int64_t keys = model.hidden * indexer->headDimension +
                              (indexer->keyNormBias ? 2 : 1) * indexer->headDimension;
    return queryAndWeightSize(model, *indexer) + keys;
}

void count(LayerParameters& layer,
           const Transformer& model,
           const GroupedQueryAttention& attention) {
    const std::int64_t queryWidth = attention.queryHeads * attention.headDimension;
    const std::int64_t keyValueWidth = attention.keyValueHeads * attention.headDimension;
    const std::int64_t inputWidth = (attention.outputGate ? 2 : 1) * queryWidth +
                                    (attention.keyIsValue ? 1 : 2) * keyValueWidth;
    layer.tokenMixer = model.hidden * inputWidth + queryWidth * model.hidden;
    layer.tokenMixer += attention.inputBias ? inputWidth : 0;
    layer.tokenMixer += attention.outputBias ? model.hidden : 0;
    layer.tokenMixer += attention.sinks ? attention.queryHeads : 0;
    if (attention.queryKeyNorm == QueryKeyNorm::Head) {
        layer.tokenMixer += 2 * attention.headDimension;
    } else if (attention.queryKeyNorm == QueryKeyNorm::Width) {
        layer.tokenMixer += queryWidth + keyValueWidth;
    }
    layer.indexer = indexerSize(model, attention.indexer);
}

void count(LayerParameters& layer, const Transformer& model, const LatentAttention& attention) {
    const std::int64_t queryWidth =
        attention.heads * (attention.plainDimension + attention.rotaryDimension);
    const std::int64_t valueWidth = attention.heads * attention.valueDimension;
    const std::int64_t query =
        attention.queryRank > 0
            ? attention.queryRank * (model.hidden + 1 + queryWidth) // with the norm between
            : model.hidden * queryWidth;
    const std::int64_t keyValue =
        model.hidden * (attention.keyValueRank + attention.rotaryDimension) +
        attention.keyValueRank * (1 + attention.heads * attention.plainDimension + valueWidth);
    layer.tokenMixer = query + keyValue + valueWidth * model.hidden;
    layer.indexer = indexerSize(model, attention.indexer);
}

void count(LayerParameters& layer, const Transformer& model, const CompressedAttention& attention) {
    const std::int64_t queryWidth = attention.heads * attention.headDimension;
    const std::int64_t query = attention.queryRank * (model.hidden + 1 + queryWidth);
    const std::int64_t keyValue = (model.hidden + 1) * attention.headDimension;
    const std::int64_t output =
        attention.outputRank * (queryWidth + attention.outputGroups * model.hidden);
    layer.tokenMixer = query + keyValue + output + attention.heads; // a sink a head
    if (attention.compression > 0) {
        layer.tokenMixer += compressorSize(model, attention, attention.headDimension);
    }
    if (attention.indexer) {
        layer.indexer = queryAndWeightSize(model, *attention.indexer) +
                        compressorSize(model, attention, attention.indexer->headDimension);
    }
}

void count(LayerParameters& layer, const Transformer& model, const LinearAttention& attention) {
    const std::int64_t keys = attention.keyHeads * attention.keyDimension;
    const std::int64_t values = attention.valueHeads * attention.valueDimension;
    // Q, K, V and the output gate; decay and write strength a value head.
    const std::int64_t columns = 2 * keys + 2 * values + 2 * attention.valueHeads;
    layer.tokenMixer = model.hidden * columns + values * model.hidden +
                       attention.convolution * (2 * keys + values) + 2 * attention.valueHeads +
                       attention.valueDimension;
}

void count(LayerParameters& layer, const Transformer& model, const StateSpace& space) {
    const std::int64_t inner = space.heads * space.headDimension;
    const std::int64_t convolved = inner + 2 * space.groups * space.state; // x, B and C
    const std::int64_t columns = inner + convolved + space.heads; // gate beside, time step a head
    layer.tokenMixer = model.hidden * columns + inner * model.hidden +
                       (space.convolution + (space.convolutionBias ? 1 : 0)) * convolved +
                       3 * space.heads + inner; // A, D and time-step bias; the gated norm
    layer.tokenMixer += space.projectionBias ? columns + model.hidden : 0;
}

void count(LayerParameters& layer, const Transformer& model, const DenseFeedForward& feedForward) {
    layer.dense = matrices(feedForward.gated) * model.hidden * feedForward.width;
    layer.dense +=
        feedForward.bias ? (matrices(feedForward.gated) - 1) * feedForward.width + model.hidden : 0;
}

void count(LayerParameters& layer, const Transformer& model, const MixtureOfExperts& experts) {
    const std::int64_t width = experts.latent > 0 ? experts.latent : model.hidden;
    const std::int64_t expert =
        matrices(experts.gated) * width * experts.width +
        (experts.bias ? (matrices(experts.gated) - 1) * experts.width + width : 0);
    layer.routedExperts = experts.experts * expert;
    layer.idleExperts = (experts.experts - experts.perToken) * expert;
    layer.router = experts.experts * (model.hidden + (experts.routerBias ? 1 : 0) +
                                      (experts.expertScale ? 1 : 0)) +
                   (experts.routerScale ? model.hidden : 0);
    layer.sharedExperts = matrices(experts.gated) * model.hidden * experts.sharedWidth +
                          (experts.sharedGate ? model.hidden : 0) +
                          2 * model.hidden * experts.latent;
    layer.dense = matrices(experts.gated) * model.hidden * experts.denseWidth;
}

void count(LayerParameters& /*layer*/, const Transformer& /*model*/, const NoMixer& /*mixer*/) {}

/// Weights n → `outputs` over the n streams side by side, an offset an output, `scales` numbers.
std::int64_t mixingSize(const Transformer& model, std::int64_t outputs, std::int64_t scales) {
    return outputs * (model.residualStreams * model.hidden + 1) + scales;
}

/// In front of each mixer n weights read, n write and n² mix the streams.
std::int64_t layerMixing(const Transformer& model, const LayerKind& kind) {
    const std::int64_t n = model.residualStreams;
    const std::int64_t mixers = (std::holds_alternative<NoMixer>(kind.tokenMixer) ? 0 : 1) +
                                (std::holds_alternative<NoMixer>(kind.channelMixer) ? 0 : 1);
    return n > 1 ? mixers * mixingSize(model, (2 + n) * n, 3) : 0;
}

/// In front of the head n weights read the streams.
std::int64_t headMixing(const Transformer& model) {
    return model.residualStreams > 1 ? mixingSize(model, model.residualStreams, 1) : 0;
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
}

void countPrediction(ParameterCount& count, const Transformer& model) {
    const MultiTokenPrediction& prediction = *model.multiTokenPrediction;
    const LayerParameters layer = layerParameters(model, model.layerKinds[prediction.kind]);
    // Norms of hidden state and embedding, the projection of both, the layer, a final norm.
    const std::int64_t module =
        3 * normSize(model) + 2 * model.hidden * model.hidden + headMixing(model) + layer.total();
    count.multiTokenPrediction = prediction.modules * module + prediction.otherParameters;
    count.multiTokenPredictionActive =
        count.multiTokenPrediction - prediction.modules * layer.idleExperts;
}

} // namespace

LayerParameters layerParameters(const Transformer& model, const LayerKind& kind) {
    LayerParameters layer{.norms = kind.norms * normSize(model) + kind.scalars,
                          .hyperConnections = layerMixing(model, kind)};
    const auto visitor = [&layer, &model](const auto& mixer) { count(layer, model, mixer); };
    std::visit(visitor, kind.tokenMixer);
    std::visit(visitor, kind.channelMixer);
    return layer;
}

ParameterCount parameterCount(const Transformer& model) {
    ParameterCount count{.embedding = model.vocabulary * model.hidden,
                         .positions = model.learnedPositions * model.hidden,
                         .lmHead = model.tiedEmbeddings ? 0 : model.vocabulary * model.hidden,
                         .vision = model.visionParameters};
    count.layers.norms = normSize(model);
    count.layers.hyperConnections = headMixing(model);
    for (std::size_t i = 0; i < model.layerKinds.size(); ++i) {
        const auto times = std::ranges::count(model.layers, static_cast<std::uint16_t>(i));
        add(count.layers, layerParameters(model, model.layerKinds[i]), times);
    }
    if (model.multiTokenPrediction) {
        countPrediction(count, model);
    }
    return count;
}

double keyValueBytesPerToken(const Transformer& model, double bytesPerElement) {
    double elements = 0.0;
    for (const std::uint16_t kind : model.layers) {
        const auto& attention = std::get<GroupedQueryAttention>(model.layerKinds[kind].tokenMixer);
        elements += 2.0 * static_cast<double>(attention.keyValueHeads * attention.headDimension);
    }
    return elements * bytesPerElement;
}

} // namespace roofplan

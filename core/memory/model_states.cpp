#include "core/memory/model_states.h"

#include "core/base/integer.h"

namespace roofplan {

double localLinearParameters(const Transformer& model,
                             const LayerKind& kind,
                             std::int64_t tensorParallel) {
    const auto& attention = std::get<GroupedQueryAttention>(kind.tokenMixer);
    const auto& feedForward = std::get<DenseFeedForward>(kind.channelMixer);
    const std::int64_t heads = 2 * ceilDivide(attention.queryHeads, tensorParallel) +
                               2 * ceilDivide(attention.keyValueHeads, tensorParallel);
    const std::int64_t width = ceilDivide(feedForward.width, tensorParallel);
    const auto columns = static_cast<double>(heads * attention.headDimension) +
                         static_cast<double>((feedForward.gated ? 3 : 2) * width);
    return columns * static_cast<double>(model.hidden);
}

double
localLayerParameters(const Transformer& model, const LayerKind& kind, std::int64_t tensorParallel) {
    const auto& attention = std::get<GroupedQueryAttention>(kind.tokenMixer);
    const auto& feedForward = std::get<DenseFeedForward>(kind.channelMixer);
    const auto hidden = static_cast<double>(model.hidden);
    double count = localLinearParameters(model, kind, tensorParallel);
    count += 2.0 * (model.norm == NormKind::Layer ? 2.0 : 1.0) * hidden;
    if (attention.inputBias) {
        const std::int64_t heads = ceilDivide(attention.queryHeads, tensorParallel) +
                                   2 * ceilDivide(attention.keyValueHeads, tensorParallel);
        count += static_cast<double>(heads * attention.headDimension);
    }
    count += attention.outputBias ? hidden : 0.0;
    count += attention.queryKeyNorm == QueryKeyNorm::Head
                 ? 2.0 * static_cast<double>(attention.headDimension)
                 : 0.0;
    if (feedForward.bias) {
        const std::int64_t width = ceilDivide(feedForward.width, tensorParallel);
        count += static_cast<double>((feedForward.gated ? 2 : 1) * width) + hidden;
    }
    return count;
}

double localEmbeddingParameters(const Transformer& model, std::int64_t tensorParallel) {
    return static_cast<double>(ceilDivide(model.vocabulary, tensorParallel) +
                               model.learnedPositions) *
           static_cast<double>(model.hidden);
}

double localHeadParameters(const Transformer& model, std::int64_t tensorParallel, bool ownCopy) {
    const auto hidden = static_cast<double>(model.hidden);
    const double norm = (model.norm == NormKind::Layer ? 2.0 : 1.0) * hidden;
    const bool table = !model.tiedEmbeddings || ownCopy;
    return norm + (table
                       ? static_cast<double>(ceilDivide(model.vocabulary, tensorParallel)) * hidden
                       : 0.0);
}

ModelStates modelStates(double parameters, double gradientBytes, double shards) {
    return {.weights = Bytes(weightBytes * parameters),
            .gradients = Bytes(gradientBytes * parameters),
            .optimizer = Bytes(optimizerBytes * parameters / shards)};
}

} // namespace roofplan

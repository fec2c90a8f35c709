#include "core/memory/model_states.h"

#include "core/base/integer.h"

namespace roofplan {

namespace {

double count(std::int64_t value) {
    return static_cast<double>(value);
}

double linearsOf(const GroupedQueryAttention& a, double hidden, const ParameterSplit& split) {
    const std::int64_t queries = ceilDivide(a.queryHeads, split.tensorParallel);
    const std::int64_t keys = ceilDivide(a.keyValueHeads, split.tensorParallel);
    const std::int64_t heads = (a.outputGate ? 3 : 2) * queries + (a.keyIsValue ? 1 : 2) * keys;
    return count(heads * a.headDimension) * hidden;
}

double linearsOf(const LatentAttention& a, double hidden, const ParameterSplit& split) {
    const double heads = count(ceilDivide(a.heads, split.tensorParallel));
    const double queryWidth = heads * count(a.plainDimension + a.rotaryDimension);
    const double query =
        a.queryRank > 0 ? count(a.queryRank) * (hidden + queryWidth) : hidden * queryWidth;
    return query + hidden * count(a.keyValueRank + a.rotaryDimension) +
           count(a.keyValueRank) * heads * count(a.plainDimension + a.valueDimension) +
           heads * count(a.valueDimension) * hidden;
}

/// Norms and biases that every rank holds whole, and the biases it holds a part of.
double smallOf(const GroupedQueryAttention& a, double hidden, const ParameterSplit& split) {
    const std::int64_t queries = ceilDivide(a.queryHeads, split.tensorParallel);
    const std::int64_t keys = ceilDivide(a.keyValueHeads, split.tensorParallel);
    double small = a.inputBias ? count((queries + 2 * keys) * a.headDimension) : 0.0;
    small += a.outputBias ? hidden : 0.0;
    small += a.queryKeyNorm == QueryKeyNorm::Head ? 2.0 * count(a.headDimension) : 0.0;
    small +=
        a.queryKeyNorm == QueryKeyNorm::Width ? count((queries + keys) * a.headDimension) : 0.0;
    small += a.sinks ? count(queries) : 0.0;
    return small;
}

double smallOf(const LatentAttention& a, double /*hidden*/, const ParameterSplit& /*split*/) {
    return count(a.queryRank + a.keyValueRank);
}

double matrices(bool gated) {
    return gated ? 3.0 : 2.0;
}

double linearsOf(const DenseFeedForward& f, double hidden, const ParameterSplit& split) {
    return matrices(f.gated) * hidden * count(ceilDivide(f.width, split.tensorParallel));
}

double smallOf(const DenseFeedForward& f, double hidden, const ParameterSplit& split) {
    const double width = count(ceilDivide(f.width, split.tensorParallel));
    return f.bias ? (f.gated ? 2.0 : 1.0) * width + hidden : 0.0;
}

/// Shared experts, and a dense feed-forward beside the experts.
double sharedLinears(const MixtureOfExperts& moe, double hidden, const ParameterSplit& split) {
    const std::int64_t width = ceilDivide(moe.sharedWidth, split.tensorParallel) +
                               ceilDivide(moe.denseWidth, split.tensorParallel);
    return matrices(moe.gated) * hidden * count(width);
}

double expertLinears(const MixtureOfExperts& moe, double hidden, const ParameterSplit& split) {
    return matrices(moe.gated) * hidden * count(ceilDivide(moe.width, split.expertTensorParallel));
}

LocalParameters
channelParameters(const ChannelMixer& mixer, double hidden, const ParameterSplit& split) {
    if (const auto* dense = std::get_if<DenseFeedForward>(&mixer)) {
        return {.dense = linearsOf(*dense, hidden, split) + smallOf(*dense, hidden, split)};
    }
    const auto* moe = std::get_if<MixtureOfExperts>(&mixer);
    if (moe == nullptr) {
        return {};
    }
    const double width = count(ceilDivide(moe->width, split.expertTensorParallel));
    const double bias = moe->bias ? (moe->gated ? 2.0 : 1.0) * width + hidden : 0.0;
    const std::int64_t anExpert = (moe->routerBias ? 1 : 0) + (moe->expertScale ? 1 : 0);
    const double router = (hidden + count(anExpert)) * count(moe->experts) +
                          (moe->sharedGate ? hidden : 0.0) + (moe->routerScale ? hidden : 0.0);
    return {.dense = sharedLinears(*moe, hidden, split) + router,
            .expert = count(ceilDivide(moe->experts, split.expertParallel)) *
                      (expertLinears(*moe, hidden, split) + bias)};
}

} // namespace

double localLinearParameters(const Transformer& model,
                             const LayerKind& kind,
                             const ParameterSplit& split) {
    const double hidden = count(model.hidden);
    double linear = 0.0;
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
        linear += linearsOf(*grouped, hidden, split);
    } else if (const auto* latent = std::get_if<LatentAttention>(&kind.tokenMixer)) {
        linear += linearsOf(*latent, hidden, split);
    }
    if (const auto* dense = std::get_if<DenseFeedForward>(&kind.channelMixer)) {
        linear += linearsOf(*dense, hidden, split);
    } else if (const auto* moe = std::get_if<MixtureOfExperts>(&kind.channelMixer)) {
        linear += sharedLinears(*moe, hidden, split) + expertLinears(*moe, hidden, split);
    }
    return linear;
}

LocalParameters
localLayerParameters(const Transformer& model, const LayerKind& kind, const ParameterSplit& split) {
    const double hidden = count(model.hidden);
    LocalParameters local = channelParameters(kind.channelMixer, hidden, split);
    local.dense += count(kind.norms) * (model.norm == NormKind::Layer ? 2.0 : 1.0) * hidden;
    local.dense += count(kind.scalars);
    if (const auto* grouped = std::get_if<GroupedQueryAttention>(&kind.tokenMixer)) {
        local.dense += linearsOf(*grouped, hidden, split) + smallOf(*grouped, hidden, split);
    } else if (const auto* latent = std::get_if<LatentAttention>(&kind.tokenMixer)) {
        local.dense += linearsOf(*latent, hidden, split) + smallOf(*latent, hidden, split);
    }
    return local;
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

double localPredictionParameters(const Transformer& model, std::int64_t tensorParallel) {
    const auto hidden = static_cast<double>(model.hidden);
    const double norms = 3.0 * (model.norm == NormKind::Layer ? 2.0 : 1.0) * hidden;
    return 2.0 * hidden * static_cast<double>(ceilDivide(model.hidden, tensorParallel)) + norms;
}

ModelStates modelStates(double parameters, double gradientBytes, const StateShards& shards) {
    return {.weights = Bytes(weightBytes * parameters / shards.weights),
            .gradients = Bytes(gradientBytes * parameters / shards.gradients),
            .optimizer = Bytes(optimizerBytes * parameters / shards.optimizer)};
}

} // namespace roofplan

#include "core/interchange/model_size.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Any real model is far below, and twice a bound that is never below the truth stays in 63 bits.
constexpr double mostParameters = 1e18;

double real(std::int64_t number) {
    return static_cast<double>(number);
}

// The sum of the widths that a mixer works in, never below the largest.
double width(const SparseIndexer& indexer) {
    return real(indexer.heads) * real(indexer.headDimension) + real(indexer.queryInput);
}

double width(const GroupedQueryAttention& attention) {
    return 2.0 * real(attention.queryHeads + attention.keyValueHeads) *
               real(attention.headDimension) +
           (attention.indexer ? width(*attention.indexer) : 0.0);
}

double width(const LatentAttention& attention) {
    const double head = real(attention.plainDimension) + real(attention.rotaryDimension) +
                        real(attention.valueDimension);
    return real(attention.heads) * head + real(attention.queryRank) + real(attention.keyValueRank) +
           (attention.indexer ? width(*attention.indexer) : 0.0);
}

double width(const CompressedAttention& attention) {
    return real(attention.heads) * real(attention.headDimension) + real(attention.queryRank) +
           real(attention.outputRank) * real(attention.outputGroups) +
           2.0 * real(attention.compression) +
           (attention.indexer ? width(*attention.indexer) : 0.0);
}

double width(const LinearAttention& mixer) {
    return 2.0 * real(mixer.keyHeads) * real(mixer.keyDimension) +
           2.0 * real(mixer.valueHeads) * real(mixer.valueDimension) + real(mixer.convolution);
}

double width(const StateSpace& mixer) {
    return 2.0 * real(mixer.heads) * real(mixer.headDimension) +
           2.0 * real(mixer.groups) * real(mixer.state) + real(mixer.convolution);
}

double width(const DenseFeedForward& mixer) {
    return real(mixer.width);
}

double width(const MixtureOfExperts& mixer) {
    return real(mixer.width) + real(mixer.sharedWidth) + real(mixer.denseWidth) +
           real(mixer.latent);
}

double width(const NoMixer& /*mixer*/) {
    return 0.0;
}

/// Every matrix of a layer has sides among hidden and the widths; there are fewer than sixteen,
/// some of them once an expert.
double layerBound(const Transformer& model, const LayerKind& kind) {
    const auto visitor = [](const auto& mixer) { return width(mixer); };
    const double side = real(model.hidden) + std::visit(visitor, kind.tokenMixer) +
                        std::visit(visitor, kind.channelMixer);
    const auto* const experts = std::get_if<MixtureOfExperts>(&kind.channelMixer);
    const double streams = real(model.residualStreams);
    return 16.0 * side * side * (experts != nullptr ? real(experts->experts) : 1.0) +
           real(model.hidden) * streams * (streams + 2.0) * streams * 4.0;
}

} // namespace

void checkSize(const Transformer& model, ConfigReader& text) {
    double bound = 2.0 * real(model.vocabulary) * real(model.hidden);
    double largest = 0.0;
    for (const LayerKind& kind : model.layerKinds) {
        largest = std::max(largest, layerBound(model, kind));
    }
    const double modules =
        model.multiTokenPrediction ? real(model.multiTokenPrediction->modules) : 0.0;
    bound += largest * (static_cast<double>(model.layers.size()) + modules);
    if (bound > mostParameters) {
        text.report(
            "config.too_large", "hidden_size",
            {translatable("core", "found a width of {0} in {1} layers with what the layers "
                                  "hold: more than the {2} parameters that can be counted."),
             {std::to_string(model.hidden), std::to_string(model.layers.size()), "10^17"}});
    }
}

} // namespace roofplan

#include "core/architecture/parameter_count.h"

namespace roofplan {

namespace {

std::int64_t countMixer(const Transformer& model, const GroupedQueryAttention& attention) {
    const std::int64_t queryWidth = attention.queryHeads * attention.headDimension;
    const std::int64_t keyValueWidth = attention.keyValueHeads * attention.headDimension;
    const std::int64_t inputWidth = queryWidth + 2 * keyValueWidth;
    std::int64_t count = model.hidden * inputWidth + queryWidth * model.hidden;
    count += attention.inputBias ? inputWidth : 0;
    count += attention.outputBias ? model.hidden : 0;
    count += attention.queryKeyNorm == QueryKeyNorm::Head ? 2 * attention.headDimension : 0;
    return count;
}

std::int64_t countMixer(const Transformer& model, const DenseFeedForward& feedForward) {
    const std::int64_t upMatrices = feedForward.gated ? 2 : 1;
    std::int64_t count = (upMatrices + 1) * model.hidden * feedForward.width;
    count += feedForward.bias ? upMatrices * feedForward.width + model.hidden : 0;
    return count;
}

/// The other kinds, which no reader lets through yet.
template <typename Mixer>
std::int64_t countMixer(const Transformer& /*model*/, const Mixer& /*mixer*/) {
    return 0;
}

std::int64_t normSize(const Transformer& model) {
    return model.norm == NormKind::Layer ? 2 * model.hidden : model.hidden;
}

} // namespace

LayerParameters layerParameters(const Transformer& model, const LayerKind& kind) {
    const auto count = [&model](const auto& mixer) { return countMixer(model, mixer); };
    return {.tokenMixer = std::visit(count, kind.tokenMixer),
            .channelMixer = std::visit(count, kind.channelMixer),
            .norms = 2 * normSize(model)};
}

ParameterCount parameterCount(const Transformer& model) {
    ParameterCount count;
    count.embedding = (model.vocabulary + model.learnedPositions) * model.hidden;
    count.lmHead = model.tiedEmbeddings ? 0 : model.vocabulary * model.hidden;
    count.norms = normSize(model);
    std::vector<std::int64_t> layersOfKind(model.layerKinds.size(), 0);
    for (const std::uint16_t kind : model.layers) {
        ++layersOfKind[kind];
    }
    for (std::size_t i = 0; i < model.layerKinds.size(); ++i) {
        const LayerParameters layer = layerParameters(model, model.layerKinds[i]);
        count.tokenMixers += layersOfKind[i] * layer.tokenMixer;
        count.channelMixers += layersOfKind[i] * layer.channelMixer;
        count.norms += layersOfKind[i] * layer.norms;
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

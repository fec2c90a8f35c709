#include "core/architecture/sequence_cache.h"

#include <algorithm>

namespace roofplan {

namespace {

std::int64_t indexerKeys(const std::optional<SparseIndexer>& indexer, std::int64_t keys) {
    return indexer ? indexer->headDimension * keys : 0;
}

std::int64_t elements(const GroupedQueryAttention& attention, std::int64_t sequence) {
    const bool full = attention.span.kind == AttentionSpan::Kind::Full;
    const std::int64_t kept = full ? sequence : std::min(sequence, attention.span.tokens);
    return 2 * attention.keyValueHeads * attention.headDimension * kept +
           indexerKeys(attention.indexer, kept);
}

std::int64_t elements(const LatentAttention& attention, std::int64_t sequence) {
    return (attention.keyValueRank + attention.rotaryDimension) * sequence +
           indexerKeys(attention.indexer, sequence);
}

std::int64_t elements(const CompressedAttention& attention, std::int64_t sequence) {
    const std::int64_t blocks =
        attention.compression > 0 ? sequence / attention.compression : std::int64_t{0};
    return attention.headDimension * (std::min(sequence, attention.window) + blocks) +
           indexerKeys(attention.indexer, blocks);
}

/// Mixers that keep no key.
template <typename Mixer>
std::int64_t elements(const Mixer& /*mixer*/, std::int64_t /*sequence*/) {
    return 0;
}

SequenceState state(const LinearAttention& attention) {
    const std::int64_t channels = 2 * attention.keyHeads * attention.keyDimension +
                                  attention.valueHeads * attention.valueDimension;
    return {.recurrent = attention.valueHeads * attention.keyDimension * attention.valueDimension,
            .convolution = std::max<std::int64_t>(0, attention.convolution - 1) * channels};
}

SequenceState state(const StateSpace& space) {
    const std::int64_t inner = space.heads * space.headDimension;
    const std::int64_t channels = inner + 2 * space.groups * space.state;
    return {.recurrent = inner * space.state,
            .convolution = std::max<std::int64_t>(0, space.convolution - 1) * channels};
}

SequenceState state(const CompressedAttention& attention) {
    const std::int64_t overlap = attention.overlapping ? 2 : 1;
    const std::int64_t width =
        attention.headDimension + (attention.indexer ? attention.indexer->headDimension : 0);
    return {.compressor = 2 * overlap * attention.compression * overlap * width};
}

/// Mixers that keep keys and values only.
template <typename Mixer>
SequenceState state(const Mixer& /*mixer*/) {
    return {};
}

} // namespace

Bytes keyValueBytes(const Transformer& model, std::int64_t sequence, double bytesPerElement) {
    double sum = 0.0;
    for (const std::uint16_t kind : model.layers) {
        sum += static_cast<double>(
            std::visit([sequence](const auto& mixer) { return elements(mixer, sequence); },
                       model.layerKinds[kind].tokenMixer));
    }
    return Bytes(sum * bytesPerElement);
}

Bytes keyValueBytesPerToken(const Transformer& model,
                            std::int64_t sequence,
                            double bytesPerElement) {
    return keyValueBytes(model, sequence, bytesPerElement) / static_cast<double>(sequence);
}

SequenceState sequenceState(const Transformer& model) {
    SequenceState sum;
    for (const std::uint16_t kind : model.layers) {
        const SequenceState layer = std::visit([](const auto& mixer) { return state(mixer); },
                                               model.layerKinds[kind].tokenMixer);
        sum.recurrent += layer.recurrent;
        sum.convolution += layer.convolution;
        sum.compressor += layer.compressor;
    }
    return sum;
}

} // namespace roofplan

#include "core/schedule/stage_partition.h"

#include "core/base/integer.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Layers in the chunks before `chunk`.
std::int64_t layersBefore(const StagePartition& partition, std::int64_t chunk) {
    const std::int64_t chunks = partition.chunks();
    const std::int64_t full = ceilDivide(partition.layers, chunks);
    if (partition.lastTakesLess) {
        return std::min(partition.layers, chunk * full);
    }
    const std::int64_t missing = full * chunks - partition.layers;
    const std::int64_t shortAtEnd = ceilDivide(missing, 2);
    const std::int64_t shortAtStart = missing - shortAtEnd;
    const std::int64_t takenAtStart = std::min(shortAtStart, chunk);
    const std::int64_t takenAtEnd = std::max<std::int64_t>(0, shortAtEnd - (chunks - chunk));
    return chunk * full - takenAtStart - takenAtEnd;
}

} // namespace

LayerRange StagePartition::chunkLayers(std::int64_t chunk) const {
    const std::int64_t first = layersBefore(*this, chunk);
    return {.first = first, .count = layersBefore(*this, chunk + 1) - first};
}

std::int64_t StagePartition::stageLayers(std::int64_t stage) const {
    std::int64_t count = 0;
    for (std::int64_t chunk = stage; chunk < chunks(); chunk += stages) {
        count += chunkLayers(chunk).count;
    }
    return count;
}

} // namespace roofplan

#include "core/schedule/stage_partition.h"

#include "core/base/integer.h"

namespace roofplan {

ChunkSplit StagePartition::split() const {
    ChunkSplit split{.total = layers, .chunks = chunks(), .lastTakesLess = lastTakesLess};
    split.full = ceilDivide(layers, split.chunks);
    const std::int64_t missing = split.full * split.chunks - layers;
    split.shortAtEnd = ceilDivide(missing, 2);
    split.shortAtStart = missing - split.shortAtEnd;
    return split;
}

std::int64_t StagePartition::stageLayers(std::int64_t stage) const {
    const ChunkSplit even = split();
    if (even.full * even.chunks == layers) {
        return even.full * chunksPerStage;
    }
    std::int64_t count = 0;
    for (std::int64_t chunk = stage; chunk < even.chunks; chunk += stages) {
        count += even.layers(chunk).count;
    }
    return count;
}

} // namespace roofplan

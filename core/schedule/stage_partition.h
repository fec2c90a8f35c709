// Which layers a pipeline stage holds.
#pragma once

#include <cstdint>

namespace roofplan {

/// Layers [first, first + count) of a transformer.
struct LayerRange {
    std::int64_t first = 0;
    std::int64_t count = 0;

    bool operator==(const LayerRange&) const = default;
};

/// `layers` over stages × chunksPerStage chunks of ceil(layers/chunks) each. Where that is more
/// than there are, chunks hold one less from both ends inward, the last first: the ends also hold
/// the head and the embedding. Where the last stage also predicts further tokens, all that is
/// missing comes off the last chunks. Chunk c belongs to stage c mod stages.
struct StagePartition {
    std::int64_t layers = 0;
    std::int64_t stages = 1;
    std::int64_t chunksPerStage = 1;
    bool lastTakesLess = false; ///< what is missing comes off the last chunks alone

    [[nodiscard]] std::int64_t chunks() const { return stages * chunksPerStage; }

    /// Chunk `chunk`, counted over the whole pipeline.
    [[nodiscard]] LayerRange chunkLayers(std::int64_t chunk) const;

    /// Number of layers that all chunks of `stage` hold together.
    [[nodiscard]] std::int64_t stageLayers(std::int64_t stage) const;
};

} // namespace roofplan

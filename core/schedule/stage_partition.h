// Which layers a pipeline stage holds.
#pragma once

#include <algorithm>
#include <cstdint>

namespace roofplan {

/// Layers [first, first + count) of a transformer.
struct LayerRange {
    std::int64_t first = 0;
    std::int64_t count = 0;

    bool operator==(const LayerRange&) const = default;
};

/// Chunks of `full` layers, one less in some at the start and at the end.
struct ChunkSplit {
    std::int64_t total = 0; ///< layers
    std::int64_t chunks = 1;
    std::int64_t full = 0;
    std::int64_t shortAtStart = 0;
    std::int64_t shortAtEnd = 0;
    bool lastTakesLess = false; ///< what is missing comes off the last chunks alone

    /// Layers in the chunks before `chunk`.
    [[nodiscard]] std::int64_t before(std::int64_t chunk) const {
        if (lastTakesLess) {
            return std::min(total, chunk * full);
        }
        return chunk * full - std::min(shortAtStart, chunk) -
               std::max<std::int64_t>(0, shortAtEnd - (chunks - chunk));
    }

    /// Of chunk `chunk`, counted over the whole pipeline.
    [[nodiscard]] LayerRange layers(std::int64_t chunk) const {
        const std::int64_t first = before(chunk);
        return {.first = first, .count = before(chunk + 1) - first};
    }
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

    [[nodiscard]] ChunkSplit split() const;

    [[nodiscard]] LayerRange chunkLayers(std::int64_t chunk) const { return split().layers(chunk); }

    /// Number of layers that all chunks of `stage` hold together.
    [[nodiscard]] std::int64_t stageLayers(std::int64_t stage) const;
};

} // namespace roofplan

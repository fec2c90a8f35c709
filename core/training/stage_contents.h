// What each stage of a pipeline holds; stages that hold the same are worked out once.
#pragma once

#include "core/architecture/transformer.h"
#include "core/schedule/stage_partition.h"

#include <cstdint>
#include <span>
#include <vector>

namespace roofplan {

/// Stages that follow each other and hold the same.
struct StageContent {
    std::int64_t stage = 0;        ///< the first of them
    std::int64_t stages = 1;       ///< how many they are
    bool first = false;            ///< of the pipeline: it holds the embedding
    bool last = false;             ///< it holds the head and what predicts further tokens
    double layers = 0.0;           ///< of all kinds
    std::span<const double> kinds; ///< [layer kinds] layers of each; 0 where there is none
};

/// The contents of all stages, in order. Stages are alike where their layers are and neither is the
/// first or the last.
class StageContents {
public:
    StageContents(const Transformer& model, const StagePartition& partition);

    /// What the first and the last stage hold in each of `choices`: the least of every kind. Bounds
    /// from below what any of them needs.
    [[nodiscard]] static StageContents least(std::span<const StageContents* const> choices);

    StageContents(StageContents&&) = default;
    StageContents& operator=(StageContents&&) = default;

    [[nodiscard]] auto begin() const { return m_contents.begin(); }

    [[nodiscard]] auto end() const { return m_contents.end(); }

    /// What `stage` alone holds.
    [[nodiscard]] StageContent of(std::int64_t stage) const;

private:
    StageContents() = default;

    std::vector<StageContent> m_contents;
    std::vector<double> m_counts; ///< [contents, layer kinds]
};

} // namespace roofplan

#include "core/training/stage_contents.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Adds the layers of `stage`, by kind, to `counts`.
void countLayers(const Transformer& model,
                 const StagePartition& partition,
                 std::int64_t stage,
                 std::span<double> counts) {
    if (counts.size() == 1) {
        counts.front() = static_cast<double>(partition.stageLayers(stage));
        return;
    }
    const ChunkSplit split = partition.split();
    for (std::int64_t chunk = stage; chunk < partition.chunks(); chunk += partition.stages) {
        const LayerRange range = split.layers(chunk);
        for (std::int64_t layer = range.first; layer < range.first + range.count; ++layer) {
            counts[model.layers[static_cast<std::size_t>(layer)]] += 1.0;
        }
    }
}

} // namespace

StageContents::StageContents(const Transformer& model, const StagePartition& partition) {
    const std::size_t kinds = model.layerKinds.size();
    const auto stages = static_cast<std::size_t>(partition.stages);
    // What spans point to must not move.
    m_counts.reserve(stages * kinds);
    m_contents.reserve(std::min<std::size_t>(stages, 4));
    for (std::int64_t stage = 0; stage < partition.stages; ++stage) {
        const std::size_t row = m_counts.size();
        m_counts.resize(row + kinds, 0.0);
        const std::span<double> counts(m_counts.data() + row, kinds);
        countLayers(model, partition, stage, counts);
        const bool last = stage + 1 == partition.stages;
        if (stage > 1 && !last && std::ranges::equal(m_contents.back().kinds, counts)) {
            m_counts.resize(row);
            ++m_contents.back().stages;
            continue;
        }
        StageContent content{.stage = stage, .first = stage == 0, .last = last, .kinds = counts};
        for (const double count : counts) {
            content.layers += count;
        }
        m_contents.push_back(content);
    }
}

StageContents StageContents::least(std::span<const StageContents* const> choices) {
    StageContents least;
    const StageContents& one = *choices.front();
    const std::size_t kinds = one.m_contents.front().kinds.size();
    least.m_counts.reserve(2 * kinds);
    for (const bool last : {false, true}) {
        if (last && one.m_contents.size() == 1) {
            break;
        }
        const auto end = [last](const StageContents& contents) -> const StageContent& {
            return last ? contents.m_contents.back() : contents.m_contents.front();
        };
        StageContent content = end(one);
        const std::size_t row = least.m_counts.size();
        content.layers = 0.0;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            double count = end(one).kinds[kind];
            for (const StageContents* choice : choices) {
                count = std::min(count, end(*choice).kinds[kind]);
            }
            least.m_counts.push_back(count);
            content.layers += count;
        }
        content.kinds = {least.m_counts.data() + row, kinds};
        least.m_contents.push_back(content);
    }
    return least;
}

StageContent StageContents::of(std::int64_t stage) const {
    const auto after = std::ranges::upper_bound(m_contents, stage, {}, &StageContent::stage);
    StageContent content = *std::prev(after);
    content.stage = stage;
    content.stages = 1;
    return content;
}

} // namespace roofplan

// What plans share, kept between plans and between scenarios.
#pragma once

#include "core/training/step_times.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace roofplan {

/// What the work of a layer on one GPU depends on, packed: TP, CP, EP, ETP, sequence parallelism,
/// recomputation, whether activations are offloaded, and where TP groups stand (for clusters of
/// other sizes, whose domains hold fewer GPUs). PP, virtual PP, DP and sharding leave it alone; the
/// micro-batch stands beside it.
struct FamilyKey {
    std::array<std::uint64_t, 3> packed{};

    bool operator==(const FamilyKey&) const = default;
};

[[nodiscard]] FamilyKey familyKey(const ResolvedScenario& scenario, const ParallelPlan& plan);

struct FamilyKeyHash {
    [[nodiscard]] std::size_t operator()(const FamilyKey& key) const;
};

/// What plans of one shape share: half a kilobyte, of which a search may keep 200,000.
struct ShapeCost {
    PieceSizes sizes;
    PieceTimes times;  ///< where nothing is sharded in the layers
    Seconds allPieces; ///< forward and backward of the whole model, a micro-batch
};

/// Shapes that differ in the micro-batch alone, smallest first. Sums lie beside each other: a
/// search looks at many.
class ShapeFamily {
public:
    /// Null where nobody has asked for it yet.
    [[nodiscard]] const ShapeCost* find(std::int64_t microBatch) const;

    const ShapeCost& add(std::int64_t microBatch, std::unique_ptr<const ShapeCost> cost);

    /// Whether a plan with that micro-batch is known not to fit, whatever else it has.
    [[nodiscard]] bool cannotFit(std::int64_t microBatch) const {
        return microBatch >= m_fewestTooMany;
    }

    void setCannotFit(std::int64_t microBatch) {
        m_fewestTooMany = std::min(m_fewestTooMany, microBatch);
    }

private:
    std::int64_t m_fewestTooMany = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> m_microBatches;
    std::vector<std::unique_ptr<const ShapeCost>> m_costs;
};

/// Kept between plans, and between scenarios that differ in the number of GPUs, the global batch,
/// the tokens and the price alone. References stay valid until prepare().
class PlanMemo {
public:
    /// Forgets everything where `scenario` asks for other work than what is kept, and where one of
    /// `memos` should not hold more.
    void prepare(const ResolvedScenario& scenario, std::size_t memos);

    [[nodiscard]] const StageContents& contents(const TrainingContext& context);

    [[nodiscard]] const StageContents& leastContents(const TrainingContext& context,
                                                     std::span<const std::int64_t> chunks);

    /// Valid until prepare().
    [[nodiscard]] ShapeFamily& family(const FamilyKey& key) { return m_families[key]; }

    /// The cost of the context's plan, which shards nothing and is of that family.
    const ShapeCost& addShape(const TrainingContext& context, ShapeFamily& family);

private:
    struct Stages {
        std::vector<std::unique_ptr<const StageContents>> byChunks; ///< [virtual PP − 1]
        std::unique_ptr<const StageContents> least;
        std::vector<std::int64_t> leastOf; ///< chunks
    };

    std::optional<ResolvedScenario> m_scenario;        ///< whose work is kept
    std::unordered_map<std::int64_t, Stages> m_stages; ///< by PP
    std::unordered_map<FamilyKey, ShapeFamily, FamilyKeyHash> m_families;
    std::size_t m_shapes = 0; ///< in all families
};

/// One for each thread of a search.
class PlanMemos {
public:
    /// Prepares those of `threads` threads.
    void prepare(const ResolvedScenario& scenario, int threads);

    [[nodiscard]] PlanMemo& of(int thread) { return m_memos[static_cast<std::size_t>(thread)]; }

private:
    std::vector<PlanMemo> m_memos;
};

} // namespace roofplan

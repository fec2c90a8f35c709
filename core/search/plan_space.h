// Every legal parallel plan of a cluster, a model, a stack and a global batch.
#pragma once

#include "core/base/function_ref.h"
#include "core/scenario/resolved_scenario.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <vector>

namespace roofplan {

/// Fields of a plan that a search may vary.
enum class PlanField : std::uint8_t {
    TensorParallel,
    SequenceParallel,
    PipelineParallel,
    VirtualPipeline,
    ContextParallel,
    ExpertParallel,
    ExpertTensorParallel,
    DataParallel,
    MicroBatch,
    Zero,
    Recompute,
    Offload,
    Count,
};

/// Field key of the machine contract: "tp".
[[nodiscard]] std::string_view planFieldKey(PlanField field);

/// Fields that stay as the scenario has them.
class PinnedFields {
public:
    PinnedFields() = default;

    PinnedFields(std::initializer_list<PlanField> fields) {
        for (const PlanField field : fields) {
            pin(field);
        }
    }

    void pin(PlanField field) { m_bits |= 1U << static_cast<unsigned>(field); }

    [[nodiscard]] bool has(PlanField field) const {
        return (m_bits >> static_cast<unsigned>(field) & 1U) != 0;
    }

    bool operator==(const PinnedFields&) const = default;

private:
    std::uint32_t m_bits = 0;
};

struct SpaceOptions {
    PinnedFields pinned;
    /// Full recomputation of 1, 2, … layers of a stage too, not of all alone.
    bool someLayers = false;
    const std::atomic<bool>* cancelled = nullptr; ///< the space then ends where it is

    [[nodiscard]] bool isCancelled() const {
        return cancelled != nullptr && cancelled->load(std::memory_order_relaxed);
    }
};

/// One choice of what is recomputed.
struct RecomputeChoice {
    Recompute recompute = Recompute::None;
    std::optional<std::int64_t> layers; ///< of a stage, by full recomputation; else all

    bool operator==(const RecomputeChoice&) const = default;
};

/// Plans of one TP, PP, CP, EP, ETP and therefore DP: all combinations of what else is listed, in
/// lists that groups share.
struct PlanGroup {
    ParallelPlan plan; ///< with dataParallel; the fields listed below stand at their first value
    std::span<const std::int64_t> virtualPipelines;
    std::span<const std::int64_t> microBatches;
    std::span<const ZeroStage> zero;
    std::span<const RecomputeChoice> recompute;
    std::span<const Offload> offload;

    [[nodiscard]] std::uint64_t count() const {
        return std::uint64_t{virtualPipelines.size()} * microBatches.size() * zero.size() *
               recompute.size() * offload.size();
    }
};

/// Calls visit(plan) for each plan of a group until it returns false; false then.
bool visitPlans(const PlanGroup& group, FunctionRef<bool(const ParallelPlan&)> visit);

/// What the checks of a scenario refuse is not in it, nor
///   DP beyond the global batch: replicas without a sequence;
///   micro-batches that do not divide a replica's share of the batch, rounded up;
///   the same plan in other words: ZeRO and FSDP with one replica, HSDP inside one domain or over
///   none, sequence parallelism off with TP 1, offload where no link to the host is known.
/// TP and EP across NVLink domains are in it, and priced.
class PlanSpace {
public:
    /// `base` outlives the space; of its plan only pinned fields count.
    explicit PlanSpace(const ResolvedScenario& base, const SpaceOptions& options = {});
    PlanSpace(const PlanSpace&) = delete;
    PlanSpace& operator=(const PlanSpace&) = delete;

    [[nodiscard]] const std::vector<PlanGroup>& groups() const { return m_groups; }

    /// Number of plans.
    [[nodiscard]] std::uint64_t count() const;

    /// Calls visit(plan) for each in a fixed order until it returns false.
    void visit(FunctionRef<bool(const ParallelPlan&)> visit) const;

    /// Why values that divide the GPUs are not in it, each once; places are field keys.
    [[nodiscard]] const Diagnostics& refusals() const { return m_refusals; }

private:
    friend class SpaceBuilder;

    /// What the groups point into: elements never move.
    struct Lists {
        std::map<std::int64_t, std::vector<std::int64_t>> virtualPipelines; ///< by PP
        std::map<std::int64_t, std::vector<std::int64_t>> microBatches;     ///< by share of batch
        std::map<std::int64_t, std::vector<RecomputeChoice>> recompute;     ///< by PP
        std::array<std::vector<ZeroStage>, 3> zero; ///< one replica, more, more with HSDP
        std::vector<Offload> offload;
    };

    Lists m_lists;
    Diagnostics m_refusals;
    std::vector<PlanGroup> m_groups;
};

/// The scenario with whatever plan it has taken off: TP, PP, CP 1 on every GPU. Fails with what is
/// wrong beside the plan. What the plan of the scenario pins stays in its place.
[[nodiscard]] Expected<ResolvedScenario> resolveForSearch(const Scenario& scenario,
                                                          const Catalogue& catalogue);

} // namespace roofplan

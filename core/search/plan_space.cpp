#include "core/search/plan_space.h"

#include "core/base/integer.h"
#include "core/scenario/group_check.h"
#include "core/scenario/model_check.h"
#include "core/scenario/scenario_finding.h"
#include "core/scenario/sharding.h"
#include "core/scenario/training_check.h"

#include <algorithm>
#include <array>
#include <utility>

namespace roofplan {

namespace {

using Counts = std::vector<std::int64_t>;

/// The divisors of `value`, smallest first.
Counts divisorsOf(std::int64_t value) {
    Counts small;
    Counts large;
    for (std::int64_t d = 1; d * d <= value; ++d) {
        if (value % d == 0) {
            small.push_back(d);
            if (d * d != value) {
                large.push_back(value / d);
            }
        }
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

} // namespace

/// Builds the groups of a space.
class SpaceBuilder {
public:
    SpaceBuilder(const ResolvedScenario& base, const SpaceOptions& options, PlanSpace& space)
        : m_options(options),
          m_refusals(space.m_refusals),
          m_groups(space.m_groups),
          m_lists(space.m_lists),
          m_probe(base) {
        m_pinned = base.plan;
        m_probe.diagnostics.clear();
        m_layers = static_cast<std::int64_t>(base.model->layers.size());
        m_experts = hasExperts(*base.model);
        collectExperts();
        listSettings();
    }

    void build() {
        for (const std::int64_t tp : legalTensor()) {
            for (const bool sequence : sequenceChoices(tp)) {
                m_probe.plan.sequenceParallel = sequence;
                m_probe.plan.tensorParallel = tp;
                addContexts(tp);
            }
        }
    }

private:
    [[nodiscard]] bool pinned(PlanField field) const { return m_options.pinned.has(field); }

    /// `candidates`, or the pinned value alone where it is among what is counted out.
    [[nodiscard]] Counts chosen(PlanField field, Counts candidates, std::int64_t value) const {
        if (!pinned(field)) {
            return candidates;
        }
        return std::ranges::find(candidates, value) != candidates.end() ? Counts{value} : Counts{};
    }

    /// Experts, and widths of one, of every kind of layer that has them.
    void collectExperts() {
        for (const LayerKind& kind : m_probe.model->layerKinds) {
            if (const auto* moe = std::get_if<MixtureOfExperts>(&kind.channelMixer)) {
                m_expertCounts.push_back(moe->experts);
                m_expertWidths.push_back(moe->width);
            }
        }
    }

    void refuse(Diagnostics found) {
        for (Diagnostic& diagnostic : found) {
            if (diagnostic.severity == Severity::Error &&
                std::ranges::find(m_refusals, diagnostic) == m_refusals.end()) {
                m_refusals.push_back(std::move(diagnostic));
            }
        }
    }

    /// Whether the check of a field lets the probe pass; keeps why not.
    bool passes(void (*check)(const ResolvedScenario&, Findings&)) {
        Findings found(Remarks::Unwanted);
        check(m_probe, found);
        const bool good = !found.failed();
        refuse(found.take());
        return good;
    }

    Counts legalTensor() {
        Counts legal;
        for (const std::int64_t tp :
             chosen(PlanField::TensorParallel, divisorsOf(m_probe.gpus), m_pinned.tensorParallel)) {
            m_probe.plan.tensorParallel = tp;
            if (passes(checkTensorParallel)) {
                legal.push_back(tp);
            }
        }
        return legal;
    }

    /// Experts take the tokens that sequence parallelism leaves each rank.
    [[nodiscard]] std::vector<bool> sequenceChoices(std::int64_t tp) const {
        if (tp == 1) {
            return {true};
        }
        if (pinned(PlanField::SequenceParallel)) {
            return m_experts && !m_pinned.sequenceParallel
                       ? std::vector<bool>{}
                       : std::vector<bool>{m_pinned.sequenceParallel};
        }
        return m_experts ? std::vector<bool>{true} : std::vector<bool>{true, false};
    }

    void addContexts(std::int64_t tp) {
        const std::int64_t rest = m_probe.gpus / tp;
        for (const std::int64_t cp :
             chosen(PlanField::ContextParallel, divisorsOf(rest), m_pinned.contextParallel)) {
            m_probe.plan.contextParallel = cp;
            if (passes(checkContextParallel)) {
                addPipelines(rest / cp);
            }
        }
    }

    void addPipelines(std::int64_t rest) {
        for (const std::int64_t pp :
             chosen(PlanField::PipelineParallel, divisorsOf(rest), m_pinned.pipelineParallel)) {
            const std::int64_t dp = rest / pp;
            if (m_options.isCancelled()) {
                return;
            }
            if (pp > m_layers + ends || !suitsData(dp)) {
                continue;
            }
            m_probe.plan.pipelineParallel = pp;
            m_probe.plan.dataParallel = dp;
            setLists();
            addExperts();
        }
    }

    [[nodiscard]] bool suitsData(std::int64_t dp) {
        if (pinned(PlanField::DataParallel) && m_pinned.dataParallel &&
            *m_pinned.dataParallel != dp) {
            return false;
        }
        if (dp <= m_probe.workload.globalBatch) {
            return true;
        }
        if (!m_saidIdle) {
            m_saidIdle = true;
            m_refusals.push_back(finding(
                Severity::Error, "plan.idle_replicas", "dp",
                {translatable("core", "DP beyond the global batch of {0} leaves replicas without "
                                      "a sequence."),
                 {number(m_probe.workload.globalBatch)}}));
        }
        return false;
    }

    void addExperts() {
        ParallelPlan& plan = m_probe.plan;
        plan.expertParallel = 1;
        plan.expertTensorParallel = 1;
        if (!m_experts) {
            addGroup();
            return;
        }
        const std::int64_t ranks =
            plan.tensorParallel * plan.contextParallel * m_probe.dataParallel();
        const auto divides = [](std::int64_t part, const Counts& wholes) {
            return std::ranges::all_of(wholes,
                                       [part](std::int64_t whole) { return whole % part == 0; });
        };
        for (const std::int64_t ep :
             chosen(PlanField::ExpertParallel, divisorsOf(ranks), m_pinned.expertParallel)) {
            if (!divides(ep, m_expertCounts)) {
                refusePinnedExperts();
                continue;
            }
            for (const std::int64_t etp :
                 chosen(PlanField::ExpertTensorParallel, divisorsOf(ranks / ep),
                        m_pinned.expertTensorParallel)) {
                if (divides(etp, m_expertWidths)) {
                    plan.expertParallel = ep;
                    plan.expertTensorParallel = etp;
                    addGroup();
                }
            }
        }
    }

    void refusePinnedExperts() {
        if (pinned(PlanField::ExpertParallel)) {
            m_probe.plan.expertParallel = m_pinned.expertParallel;
            passes(checkExpertParallel);
        }
    }

    void addGroup() {
        if (m_group.count() == 0) {
            return;
        }
        PlanGroup group = m_group;
        group.plan = m_probe.plan;
        group.plan.virtualPipeline = group.virtualPipelines.front();
        group.plan.microBatch = group.microBatches.front();
        group.plan.zero = group.zero.front();
        group.plan.recompute = group.recompute.front().recompute;
        group.plan.recomputeLayers = group.recompute.front().layers;
        group.plan.recomputeModules = m_pinned.recomputeModules;
        group.plan.offload = group.offload.front();
        m_groups.push_back(group);
    }

    /// The list that `make` returns for `key`, made once.
    template <typename Value, typename Make>
    static std::span<const Value>
    listFor(std::map<std::int64_t, std::vector<Value>>& lists, std::int64_t key, Make make) {
        auto known = lists.find(key);
        if (known == lists.end()) {
            known = lists.emplace(key, make()).first;
        }
        return known->second;
    }

    /// What depends on PP and DP.
    void setLists() {
        const std::int64_t pp = m_probe.plan.pipelineParallel;
        const std::int64_t share = ceilDivide(m_probe.workload.globalBatch, m_probe.dataParallel());
        m_group.virtualPipelines =
            listFor(m_lists.virtualPipelines, pp, [this, pp] { return virtualPipelines(pp); });
        m_group.recompute =
            listFor(m_lists.recompute, pp, [this, pp] { return recomputations(pp); });
        m_group.microBatches = listFor(m_lists.microBatches, share, [this, share] {
            return pinned(PlanField::MicroBatch) ? Counts{m_pinned.microBatch} : divisorsOf(share);
        });
        m_group.zero = zeroStages();
        m_group.offload = m_lists.offload;
    }

    [[nodiscard]] Counts virtualPipelines(std::int64_t pp) const {
        Counts all;
        for (std::int64_t v = 1; v == 1 || (pp > 1 && pp * v <= m_layers + ends); ++v) {
            all.push_back(v);
        }
        return chosen(PlanField::VirtualPipeline, std::move(all), m_pinned.virtualPipeline);
    }

    /// What is the same for all groups.
    void listSettings() {
        const bool host = m_probe.hostLink().value > Bandwidth();
        m_lists.offload = host ? std::vector<Offload>{Offload::None, Offload::Optimizer,
                                                      Offload::Activations, Offload::Both}
                               : std::vector<Offload>{Offload::None};
        m_lists.zero[0] = {ZeroStage::None};
        m_lists.zero[1] = {ZeroStage::None, ZeroStage::Zero1, ZeroStage::Zero2, ZeroStage::Fsdp};
        m_lists.zero[2] = m_lists.zero[1];
        m_lists.zero[2].push_back(ZeroStage::Hsdp);
        if (pinned(PlanField::Offload)) {
            m_lists.offload = {m_pinned.offload};
        }
        if (pinned(PlanField::Zero)) {
            m_lists.zero.fill({m_pinned.zero});
        }
    }

    [[nodiscard]] std::span<const ZeroStage> zeroStages() const {
        const std::int64_t tp = m_probe.plan.tensorParallel;
        const std::int64_t replicas = m_probe.plan.contextParallel * m_probe.dataParallel();
        const std::int64_t shards = hybridShards(replicas, tp, m_probe.nvlinkDomain.value);
        const bool divides = replicas % shards == 0;
        if (pinned(PlanField::Zero) && m_pinned.zero == ZeroStage::Hsdp && !divides) {
            return {};
        }
        const bool hybrid = shards > 1 && shards < replicas && divides;
        return m_lists.zero[replicas == 1 ? 0 : hybrid ? 2 : 1];
    }

    [[nodiscard]] std::vector<RecomputeChoice> recomputations(std::int64_t pp) const {
        if (pinned(PlanField::Recompute)) {
            return {{m_pinned.recompute, m_pinned.recomputeLayers}};
        }
        std::vector<RecomputeChoice> all{{Recompute::None, {}}, {Recompute::Selective, {}}};
        const std::int64_t most = ceilDivide(m_layers, pp);
        for (std::int64_t layers = 1; m_options.someLayers && layers < most; ++layers) {
            all.push_back({Recompute::Full, layers});
        }
        all.push_back({Recompute::Full, {}});
        return all;
    }

    // Embedding and head may take a chunk each of their own.
    static constexpr std::int64_t ends = 2;

    const SpaceOptions& m_options;
    Diagnostics& m_refusals;
    std::vector<PlanGroup>& m_groups;
    PlanSpace::Lists& m_lists;
    PlanGroup m_group;        ///< the lists of the plan that is being put together
    ResolvedScenario m_probe; ///< the plan that is being put together
    ParallelPlan m_pinned;
    std::int64_t m_layers = 0;
    bool m_experts = false;
    bool m_saidIdle = false;
    Counts m_expertCounts;
    Counts m_expertWidths;
};

std::string_view planFieldKey(PlanField field) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(PlanField::Count)> keys{
        "tp", "sequence_parallel", "pp",   "virtual_pp", "cp",     "ep", "etp",
        "dp", "micro_batch",       "zero", "recompute",  "offload"};
    return keys[static_cast<std::size_t>(field)];
}

PlanSpace::PlanSpace(const ResolvedScenario& base, const SpaceOptions& options) {
    SpaceBuilder(base, options, *this).build();
}

std::uint64_t PlanSpace::count() const {
    std::uint64_t sum = 0;
    for (const PlanGroup& group : m_groups) {
        sum += group.count();
    }
    return sum;
}

bool visitPlans(const PlanGroup& group, FunctionRef<bool(const ParallelPlan&)> visit) {
    ParallelPlan plan = group.plan;
    for (const std::int64_t microBatch : group.microBatches) {
        plan.microBatch = microBatch;
        for (const std::int64_t chunks : group.virtualPipelines) {
            plan.virtualPipeline = chunks;
            for (const RecomputeChoice& choice : group.recompute) {
                plan.recompute = choice.recompute;
                plan.recomputeLayers = choice.layers;
                for (const Offload offload : group.offload) {
                    plan.offload = offload;
                    for (const ZeroStage zero : group.zero) {
                        plan.zero = zero;
                        if (!visit(plan)) {
                            return false;
                        }
                    }
                }
            }
        }
    }
    return true;
}

void PlanSpace::visit(FunctionRef<bool(const ParallelPlan&)> visit) const {
    for (const PlanGroup& group : m_groups) {
        if (!visitPlans(group, visit)) {
            return;
        }
    }
}

Expected<ResolvedScenario> resolveForSearch(const Scenario& scenario, const Catalogue& catalogue) {
    Scenario bare = scenario;
    bare.plan = {};
    Expected<ResolvedScenario> resolved = resolve(bare, catalogue);
    if (resolved) {
        resolved->plan = scenario.plan;
        // What the bare plan was remarked on is not the searched one's.
        std::erase_if(resolved->diagnostics, [](const Diagnostic& found) {
            return found.code.starts_with("plan.") || found.code.starts_with("stack.");
        });
    }
    return resolved;
}

} // namespace roofplan

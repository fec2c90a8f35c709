#include "core/evaluate/plan_confidence.h"

#include "core/scenario/model_check.h"

#include <algorithm>
#include <array>
#include <set>

namespace roofplan {

namespace {

/// The group of exactly these plans, or null.
const AccuracyGroup* findGroup(const Accuracy& accuracy,
                               bool experts,
                               std::string_view gpu,
                               std::string_view profile,
                               std::optional<Precision> precision) {
    const auto found = std::ranges::find_if(accuracy.groups, [&](const AccuracyGroup& group) {
        return group.experts == experts && group.gpu == gpu && group.profile == profile &&
               group.precision == precision;
    });
    return found == accuracy.groups.end() ? nullptr : &*found;
}

/// The groups that the plan belongs to, the narrowest first; null where there is none of a kind.
std::array<const AccuracyGroup*, 4>
groupsOf(const Accuracy& accuracy, const ResolvedScenario& r, bool experts) {
    return {findGroup(accuracy, experts, r.gpu->id, {}, r.workload.precision),
            findGroup(accuracy, experts, r.gpu->id, {}, std::nullopt),
            findGroup(accuracy, experts, {}, r.profile->id, std::nullopt),
            findGroup(accuracy, experts, {}, {}, std::nullopt)};
}

/// The narrowest one of so many sources at least, or null.
const AccuracyGroup* nearestGroup(const Accuracy& accuracy,
                                  const ResolvedScenario& r,
                                  bool experts,
                                  std::int64_t sources = 0) {
    for (const AccuracyGroup* const group : groupsOf(accuracy, r, experts)) {
        if (group != nullptr && group->sources >= sources) {
            return group;
        }
    }
    return nullptr;
}

struct MixerName {
    std::string_view key;
    const char* label;
};

MixerName mixerName(const TokenMixer& mixer) {
    if (const auto* const grouped = std::get_if<GroupedQueryAttention>(&mixer)) {
        return grouped->span.kind == AttentionSpan::Kind::Full
                   ? MixerName{"gqa", translatable("core", "full attention")}
                   : MixerName{"window", translatable("core", "window attention")};
    }
    if (std::holds_alternative<LatentAttention>(mixer)) {
        return {"mla", translatable("core", "latent attention")};
    }
    if (std::holds_alternative<CompressedAttention>(mixer)) {
        return {"compressed", translatable("core", "compressed attention")};
    }
    if (std::holds_alternative<LinearAttention>(mixer)) {
        return {"linear", translatable("core", "linear attention")};
    }
    return std::holds_alternative<StateSpace>(mixer)
               ? MixerName{"state_space", translatable("core", "state space layers")}
               : MixerName{};
}

/// Gathers what lies outside.
class Comparison {
public:
    void number(MeasuredField field, double found, const MeasuredRange& measured) {
        if (!measured.holds(found)) {
            m_outside.push_back({.field = field, .found = found, .measured = measured});
        }
    }

    void whole(MeasuredField field, std::int64_t found, const MeasuredRange& measured) {
        number(field, static_cast<double>(found), measured);
    }

    void word(MeasuredField field,
              std::string_view found,
              std::string_view label,
              const std::vector<std::string>& measured) {
        if (std::ranges::find(measured, found) == measured.end()) {
            m_outside.push_back({.field = field,
                                 .word = std::string(found),
                                 .label = std::string(label),
                                 .measuredWords = measured});
        }
    }

    [[nodiscard]] std::vector<OutsideMeasured> take() && { return std::move(m_outside); }

private:
    std::vector<OutsideMeasured> m_outside;
};

void compareMixers(const Transformer& model, const MeasuredRanges& m, Comparison& comparison) {
    std::set<std::string_view> seen;
    for (const std::uint16_t layer : model.layers) {
        const MixerName name = mixerName(model.layerKinds[layer].tokenMixer);
        if (!name.key.empty() && seen.insert(name.key).second) {
            comparison.word(MeasuredField::Mixer, name.key, name.label, m.mixers);
        }
    }
}

template <typename Names, typename Value>
void compareChoice(MeasuredField field,
                   const Names& names,
                   Value value,
                   const std::vector<std::string>& measured,
                   Comparison& comparison) {
    const auto& name = names[static_cast<std::size_t>(value)];
    comparison.word(field, name.key, name.label, measured);
}

std::vector<OutsideMeasured> outsideOf(const ResolvedScenario& r, const MeasuredRanges& m) {
    Comparison c;
    const Precision precision = r.workload.precision;
    const auto gpus = static_cast<double>(r.gpus);
    c.word(MeasuredField::Gpu, r.gpu->id, r.gpu->name, m.gpuIds);
    c.word(MeasuredField::Precision, precisionKey(precision), precisionLabel(precision),
           m.precisions);
    c.number(MeasuredField::Gpus, gpus, m.gpus);
    c.whole(MeasuredField::SequenceLength, r.workload.sequenceLength, m.sequenceLength);
    c.number(MeasuredField::TokensPerGpu, r.tokensPerStep() / gpus, m.tokensPerGpu);
    c.whole(MeasuredField::Parameters, r.parameters.total(), m.parameters);
    c.whole(MeasuredField::ActiveParameters, r.parameters.active(), m.activeParameters);
    c.whole(MeasuredField::TensorParallel, r.plan.tensorParallel, m.tensorParallel);
    c.whole(MeasuredField::PipelineParallel, r.plan.pipelineParallel, m.pipelineParallel);
    c.whole(MeasuredField::ContextParallel, r.plan.contextParallel, m.contextParallel);
    c.whole(MeasuredField::ExpertParallel, r.plan.expertParallel, m.expertParallel);
    c.word(MeasuredField::Stack, r.stack->id, r.stack->name, m.stacks);
    compareChoice(MeasuredField::Phase, trainingPhaseNames, r.workload.phase, m.phases, c);
    compareChoice(MeasuredField::Zero, zeroStageNames, r.plan.zero, m.zero, c);
    compareMixers(*r.model, m, c);
    return std::move(c).take();
}

/// The field of a scenario that decides it.
std::string_view fieldKey(MeasuredField field, bool custom) {
    switch (field) {
    case MeasuredField::Gpu:
        return custom ? "gpu" : "instance";
    case MeasuredField::Gpus:
        return custom ? "gpus" : "instances";
    case MeasuredField::TokensPerGpu:
        return "global_batch";
    case MeasuredField::Parameters:
    case MeasuredField::ActiveParameters:
    case MeasuredField::Mixer:
        return "model";
    default:
        return measuredFieldKey(field);
    }
}

} // namespace

Confidence confidenceOf(const ResolvedScenario& r, const Accuracy& accuracy) {
    Confidence confidence{.experts = hasExperts(*r.model)};
    if (const AccuracyGroup* const group = nearestGroup(accuracy, r, confidence.experts)) {
        confidence.group = *group;
        confidence.gpuName = group->gpu.empty() ? std::string() : r.gpu->name;
        confidence.profileName = group->profile.empty() ? std::string() : r.profile->name;
    }
    const auto ranges =
        std::ranges::find(accuracy.ranges, confidence.experts, &MeasuredRanges::experts);
    if (ranges != accuracy.ranges.end()) {
        confidence.outside = outsideOf(r, *ranges);
    }
    return confidence;
}

const AccuracyGroup* residualGroup(const ResolvedScenario& r, const Accuracy& accuracy) {
    constexpr std::int64_t enoughSources = 3;
    const bool experts = hasExperts(*r.model);
    if (const AccuracyGroup* const group = nearestGroup(accuracy, r, experts, enoughSources)) {
        return group;
    }
    const auto groups = groupsOf(accuracy, r, experts);
    const auto widest = std::find_if(groups.rbegin(), groups.rend(),
                                     [](const AccuracyGroup* group) { return group != nullptr; });
    return widest == groups.rend() ? nullptr : *widest;
}

Diagnostics outsideFindings(const ResolvedScenario& r, const Confidence& confidence) {
    if (confidence.outside.empty()) {
        return {};
    }
    const bool custom = r.instance == nullptr;
    return {{.severity = Severity::Info,
             .code = "confidence.outside",
             .place = std::string(fieldKey(confidence.outside.front().field, custom)),
             .text = {translatable("core", "Outside what was measured: {0}."),
                      {outsideList(confidence)}},
             .hint = {}}};
}

} // namespace roofplan

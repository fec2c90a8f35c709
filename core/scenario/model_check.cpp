#include "core/scenario/model_check.h"

#include "core/scenario/scenario_finding.h"

#include <algorithm>
#include <string>

namespace roofplan {

namespace {

/// What the step model has kernels for. The rest of a model it refuses.
constexpr ModelParts timedParts = setOf(
    {ModelPart::GroupedQueryAttention, ModelPart::SlidingWindow, ModelPart::ChunkedAttention,
     ModelPart::GatedAttention, ModelPart::AttentionSinks, ModelPart::SharedKeyValue,
     ModelPart::WidthQueryKeyNorm, ModelPart::WeightlessQueryKeyNorm, ModelPart::LatentAttention,
     ModelPart::DenseFeedForward, ModelPart::MixtureOfExperts, ModelPart::MultiTokenPrediction});

/// What stands beside the language model: left out of the step, with a warning.
constexpr ModelParts partsApart = setOf({ModelPart::VisionTower});

/// Priced as if each mixer had one norm before it, with a warning.
constexpr ModelParts partsSimplified = setOf({ModelPart::OtherNorms});

ModelParts untimed(const ModelParts& parts) {
    return parts & ~(timedParts | partsApart | partsSimplified);
}

} // namespace

ModelParts untimedParts(const Transformer& model) {
    return untimed(partsOf(model));
}

bool hasExperts(const Transformer& model) {
    return std::ranges::any_of(model.layerKinds, [](const LayerKind& kind) {
        return std::holds_alternative<MixtureOfExperts>(kind.channelMixer);
    });
}

bool checkModel(const Transformer& model, Findings& out) {
    const ModelParts parts = partsOf(model);
    if (const ModelParts unknown = untimed(parts); unknown.any()) {
        out.add(finding(
            Severity::Error, "workload.not_modelled", "model",
            {translatable("core", "The step time of {0} is not modelled yet: it has {1}."),
             {model.name, partNames(unknown)}},
            {translatable("core", "allowed: {0} or {1} with {2} or {3}"),
             {partName(ModelPart::GroupedQueryAttention), partName(ModelPart::LatentAttention),
              partName(ModelPart::DenseFeedForward), partName(ModelPart::MixtureOfExperts)}}));
        return false;
    }
    if (!out.remarks()) {
        return true;
    }
    if ((parts & partsApart).any()) {
        out.add(
            finding(Severity::Warning, "workload.left_out", "model",
                    {translatable("core", "{0} has {1}, which is not priced: time, memory and cost "
                                          "are those of the language model alone."),
                     {model.name, partNames(parts & partsApart)}}));
    }
    if ((parts & partsSimplified).any()) {
        out.add(finding(Severity::Warning, "workload.simplified", "model",
                        {translatable("core", "{0} has {1}: their time is that of one norm before "
                                              "each mixer."),
                         {model.name, partNames(parts & partsSimplified)}}));
    }
    return true;
}

void checkPrecision(const ResolvedScenario& r, Findings& out) {
    const Precision precision = r.workload.precision;
    if (precision == Precision::Int8) {
        out.add(finding(Severity::Error, "workload.not_modelled", "precision",
                        {translatable("core", "Training in {0} is not modelled: found {0}, allowed "
                                              "bf16, fp16, fp8, mxfp8, nvfp4."),
                         {std::string(precisionKey(precision))}}));
        return;
    }
    if (r.gpu->peak(precision).state == PeakState::Known) {
        return;
    }
    std::string known;
    for (const PrecisionName& name : precisionNames) {
        const bool listed = name.precision != Precision::Int8 &&
                            r.gpu->peak(name.precision).state == PeakState::Known;
        known += !listed ? "" : (known.empty() ? "" : ", ") + std::string(name.key);
    }
    out.add(finding(Severity::Error, "workload.precision", "precision",
                    {translatable("core", "{0} has no {1} tensor cores that we know of."),
                     {r.gpu->name, std::string(precisionLabel(precision))}},
                    {translatable("core", "allowed: {0}"), {known}}));
}

} // namespace roofplan

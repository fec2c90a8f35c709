#include "core/evaluate/answer_details.h"

#include "core/cost/billing.h"
#include "core/training/training_context.h"
#include "core/training/training_step.h"
#include "core/units/quantity_text.h"

#include <algorithm>
#include <iterator>

namespace roofplan {

namespace {

Derivation& slot(Result& result, HeadlineNumber number) {
    return result.derivations[static_cast<std::size_t>(number)];
}

void addTimeAndCost(const ResolvedScenario& r, Result& result) {
    const Headline& h = result.headline;
    slot(result, HeadlineNumber::TimeToTrain) = {Formula::TimeToTrain,
                                                 {{Symbol::TokensTotal, r.workload.tokens.base()},
                                                  {Symbol::TokensPerStep, r.tokensPerStep()},
                                                  {Symbol::Steps, h.steps},
                                                  {Symbol::StepTime, h.stepTime.base()},
                                                  {Symbol::TimeTotal, h.timeToTrain.base()}},
                                                 {}};
    const std::optional<Bill> bill = billOf(r, h.timeToTrain);
    slot(result, HeadlineNumber::Cost) = deriveCost(r, h.timeToTrain, bill);
    if (bill && result.feasible) {
        std::ranges::move(billingFindings(r, h.timeToTrain, *bill),
                          std::back_inserter(result.diagnostics));
    }
    slot(result,
         HeadlineNumber::TokensPerSecondPerGpu) = {Formula::TokensPerSecondPerGpu,
                                                   {{Symbol::TokensPerStep, r.tokensPerStep()},
                                                    {Symbol::StepTime, h.stepTime.base()},
                                                    {Symbol::Gpus, static_cast<double>(r.gpus)}},
                                                   {}};
}

void addUtilisation(const ResolvedScenario& r, Result& result) {
    const Headline& h = result.headline;
    const Peak& peak = r.gpu->peak(r.workload.precision);
    const double available =
        h.stepTime.base() * static_cast<double>(r.gpus) * peak.rate.base() * r.scale.compute;
    const auto derivation = [&](Formula formula, Symbol symbol, double share) {
        return Derivation(formula,
                          {{symbol, share * available},
                           {Symbol::StepTime, h.stepTime.base()},
                           {Symbol::Gpus, static_cast<double>(r.gpus)},
                           {Symbol::DensePeak, peak.rate.base()}},
                          {peak.fact});
    };
    slot(result, HeadlineNumber::Mfu) = derivation(Formula::Mfu, Symbol::ModelFlops, h.mfu);
    slot(result, HeadlineNumber::Mfu).add(Symbol::FullAttention, h.mfuFullAttention);
    slot(result, HeadlineNumber::Hfu) = derivation(Formula::Hfu, Symbol::HardwareFlops, h.hfu);
    slot(result, HeadlineNumber::Hfu).add(Symbol::FullAttention, h.hfuFullAttention);
}

/// Operating system, data loader and page cache live there too; how much they need nobody says.
void addHostFinding(const Headline& h, Diagnostics& out) {
    constexpr double crowded = 0.8;
    if (h.hostCapacity && h.hostMemory > *h.hostCapacity * crowded) {
        out.push_back(
            {.severity = Severity::Warning,
             .code = "plan.host_memory",
             .place = "offload",
             .text = {translatable("core", "What is offloaded takes {0} of the {1} of each server: "
                                           "little is left for the system and the data loader."),
                      {quantityText(h.hostMemory.base(), UnitKind::Size),
                       quantityText(h.hostCapacity->base(), UnitKind::Size)}},
             .hint = {}});
    }
}

} // namespace

std::vector<Ceiling> ceilings(const ResolvedScenario& r) {
    const TrainingContext context = makeTrainingContext(r);
    const Device& device = context.device;
    std::vector<Ceiling> list;
    const GemmRate& gemm = device.low ? *device.low : device.half;
    list.push_back({.tier = Bound::Compute,
                    .datasheet = gemm.peak.base(),
                    .achievable = (gemm.peak * gemm.ceiling).base(),
                    .facts = {gemm.peakFact, gemm.ceilingFact, device.sustainedFact}});
    list.push_back({.tier = Bound::Hbm,
                    .datasheet = device.hbmDatasheet.base(),
                    .achievable = device.hbm.base(),
                    .facts = {device.hbmFact, device.hbmFractionFact, FactId::None}});
    if (r.nvlinkDomain.value > 1) {
        list.push_back(
            {.tier = Bound::Nvlink,
             .datasheet = (r.nvlink->bandwidth.value * r.scale.nvlink).base(),
             .achievable = (r.nvlink->ringBandwidth.value * r.scale.nvlink).base(),
             .facts = {r.nvlink->bandwidth.fact, r.nvlink->ringBandwidth.fact, FactId::None}});
    }
    if (r.gpus > r.nvlinkDomain.value) {
        list.push_back({.tier = Bound::Network,
                        .datasheet = context.links.nic.base(),
                        .achievable = context.links.usableNic().base(),
                        .facts = {context.links.nicFact, r.network->usableFraction.fact,
                                  r.oversubscription.fact}});
    }
    return list;
}

void addDerivations(const ResolvedScenario& r, Result& result) {
    result.memoryDerivations = memoryDerivations(r);
    const Headline& h = result.headline;
    if (result.feasible) {
        addHostFinding(h, result.diagnostics);
    }
    addTimeAndCost(r, result);
    addUtilisation(r, result);
    const StageMemory& memory = result.memory;
    slot(result, HeadlineNumber::MemoryHeadroom) = {
        Formula::MemoryHeadroom,
        {{Symbol::MemoryCapacity, h.memoryCapacity.base()},
         {Symbol::MemoryUsed, h.memoryPeak.base()},
         {Symbol::WeightMemory, memory[MemoryPart::Weights].base()},
         {Symbol::GradientMemory, memory[MemoryPart::Gradients].base()},
         {Symbol::OptimizerMemory, memory[MemoryPart::OptimizerState].base()},
         {Symbol::ActivationMemory, memory[MemoryPart::Activations].base()},
         {Symbol::LogitMemory, memory[MemoryPart::Logits].base()},
         {Symbol::WorkspaceMemory, memory[MemoryPart::Workspace].base()},
         {Symbol::ReserveMemory, memory[MemoryPart::Reserve].base()}},
        {r.gpu->memory.fact, r.stack->gradientBytes.fact, r.stack->logitMemoryBytes.fact,
         r.stack->memoryReserve.fact}};
    slot(result, HeadlineNumber::ExposedCommunication) = {
        Formula::ExposedCommunication,
        {{Symbol::ExposedNvlink, h.exposedNvlink.base()},
         {Symbol::ExposedNetwork, h.exposedNetwork.base()}},
        {}};
    slot(result, HeadlineNumber::StepTime) = result.terms.front().derivation;
}

} // namespace roofplan

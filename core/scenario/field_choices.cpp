#include "core/scenario/field_choices.h"

#include "core/base/diagnostic.h"
#include "core/scenario/currency_codes.h"

#include <algorithm>
#include <map>
#include <set>

namespace roofplan {

namespace {

template <typename Names>
std::vector<Choice> namedChoices(const Names& names) {
    std::vector<Choice> choices;
    choices.reserve(names.size());
    for (const auto& name : names) {
        choices.push_back({std::string(name.key), std::string(name.label)});
    }
    return choices;
}

template <typename Entry>
std::vector<Choice> entryChoices(const std::vector<Entry>& entries) {
    std::vector<Choice> choices;
    choices.reserve(entries.size() + 1);
    for (const Entry& entry : entries) {
        choices.push_back({entry.id, entry.name});
    }
    return choices;
}

/// Whether the scenario's cluster is paid by a list, which may or may not hold its price.
bool paidByList(const Scenario& scenario) {
    return scenario.cluster.pricePlan != PricePlan::Own && !scenario.cluster.isCustom();
}

constexpr const char* noPrice = translatable("core", "no price known");

} // namespace

std::vector<Choice> instanceChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    std::vector<Choice> choices = entryChoices(catalogue.instances);
    choices.push_back({std::string(customInstance), translatable("core", "Custom cluster")});
    return choices;
}

std::vector<Choice> gpuChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    return entryChoices(catalogue.gpus);
}

std::vector<Choice> fabricChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    return entryChoices(catalogue.networks);
}

std::vector<Choice> regionChoices(const Catalogue& catalogue, const Scenario& scenario) {
    const Cluster& cluster = scenario.cluster;
    std::map<std::string, bool> regions; // whether the cluster has a price there
    for (const InstancePrice& price : catalogue.prices) {
        bool& priced = regions[price.region];
        priced = priced || !paidByList(scenario) ||
                 (price.instance == cluster.instance && price.plan == cluster.pricePlan);
    }
    std::vector<Choice> choices;
    choices.reserve(regions.size());
    for (const auto& [region, priced] : regions) {
        choices.push_back({region, region, priced ? "" : noPrice});
    }
    std::stable_partition(choices.begin(), choices.end(),
                          [](const Choice& choice) { return *choice.note == '\0'; });
    return choices;
}

std::vector<Choice> pricePlanChoices(const Catalogue& catalogue, const Scenario& scenario) {
    std::set<PricePlan> priced{PricePlan::Own};
    for (const InstancePrice& price : catalogue.prices) {
        if (price.instance == scenario.cluster.instance &&
            price.region == scenario.cluster.region) {
            priced.insert(price.plan);
        }
    }
    std::vector<Choice> choices = namedChoices(pricePlanNames);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        choices[i].note = priced.contains(pricePlanNames[i].plan) ? "" : noPrice;
    }
    return choices;
}

std::vector<Choice> currencyChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    std::vector<Choice> choices;
    choices.reserve(currencies.size());
    for (const Currency& currency : currencies) {
        choices.push_back({std::string(currency.code), std::string(currency.name)});
    }
    return choices;
}

std::vector<Choice> modelChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    std::vector<Choice> choices;
    for (const ModelEntry& model : catalogue.models) {
        choices.push_back({model.id, model.transformer.name});
    }
    return choices;
}

std::vector<Choice> precisionChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    std::vector<Choice> choices;
    for (const Precision precision :
         {Precision::Bf16, Precision::Fp16, Precision::Fp8, Precision::Mxfp8, Precision::Nvfp4}) {
        choices.push_back(
            {std::string(precisionKey(precision)), std::string(precisionLabel(precision))});
    }
    return choices;
}

std::vector<Choice> phaseChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    return namedChoices(trainingPhaseNames);
}

std::vector<Choice> dispatcherChoices(const Catalogue& /*catalogue*/,
                                      const Scenario& /*scenario*/) {
    return namedChoices(dispatcherNames);
}

std::vector<Choice> contextExchangeChoices(const Catalogue& /*catalogue*/,
                                           const Scenario& /*scenario*/) {
    return namedChoices(contextExchangeNames);
}

std::vector<Choice> offloadChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    return namedChoices(offloadNames);
}

std::vector<Choice> recomputeModuleChoices(const Catalogue& /*catalogue*/,
                                           const Scenario& /*scenario*/) {
    return namedChoices(recomputeModuleNames);
}

std::vector<Choice> stackChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    return entryChoices(catalogue.stacks);
}

std::vector<Choice> attentionKernelChoices(const Catalogue& /*catalogue*/,
                                           const Scenario& /*scenario*/) {
    return namedChoices(attentionKernelNames);
}

std::vector<Choice> graphModeChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    return namedChoices(graphModeNames);
}

std::vector<Choice> zeroStageChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    std::vector<Choice> choices = namedChoices(zeroStageNames);
    std::ranges::find(choices, std::string("fsdp"), &Choice::key)->alias = "zero3";
    return choices;
}

std::vector<Choice> recomputeChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    return namedChoices(recomputeNames);
}

} // namespace roofplan

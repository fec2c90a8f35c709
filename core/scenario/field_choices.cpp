#include "core/scenario/field_choices.h"

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
    choices.reserve(entries.size());
    for (const Entry& entry : entries) {
        choices.push_back({entry.id, entry.name});
    }
    return choices;
}

} // namespace

std::vector<Choice> instanceChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    return entryChoices(catalogue.instances);
}

std::vector<Choice> regionChoices(const Catalogue& catalogue, const Scenario& /*scenario*/) {
    std::set<std::string> regions;
    for (const InstancePrice& price : catalogue.prices) {
        regions.insert(price.region);
    }
    std::vector<Choice> choices;
    choices.reserve(regions.size());
    for (const std::string& region : regions) {
        choices.push_back({region, region});
    }
    return choices;
}

std::vector<Choice> pricePlanChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    return namedChoices(pricePlanNames);
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
    for (const Precision precision : {Precision::Bf16, Precision::Fp16}) {
        choices.push_back(
            {std::string(precisionKey(precision)), std::string(precisionLabel(precision))});
    }
    return choices;
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
    return namedChoices(zeroStageNames);
}

std::vector<Choice> recomputeChoices(const Catalogue& /*catalogue*/, const Scenario& /*scenario*/) {
    return namedChoices(recomputeNames);
}

} // namespace roofplan

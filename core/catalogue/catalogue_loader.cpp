#include "core/catalogue/catalogue_loader.h"

#include "core/catalogue/accuracy_reader.h"
#include "core/catalogue/catalogue_reader.h"
#include "core/catalogue/fact_reader.h"
#include "core/catalogue/model_json.h"
#include "core/catalogue/property_tables.h"
#include "core/catalogue/storage_reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

std::string nameOf(const SpecDocument& document) {
    return document.json.at("name").get<std::string>();
}

template <typename Entry>
void readInto(const SpecDocument& document,
              std::span<const Property<Entry>> table,
              Entry& entry,
              Load& load,
              double gpusPerInstance = 1.0) {
    readProperties(document, table, gpusPerInstance, entry, load.catalogue.facts, load.findings);
}

void loadEfficiency(const SpecDocument& document, Load& load) {
    EfficiencyProfile profile{.id = document.stem, .name = nameOf(document)};
    readInto(document, efficiencyProperties(), profile, load);
    load.catalogue.efficiencyProfiles.push_back(std::move(profile));
}

void loadNvlink(const SpecDocument& document, Load& load) {
    NvlinkFabric fabric{.id = document.stem, .name = nameOf(document)};
    fabric.family = document.json.value("family", fabric.family);
    const std::size_t before = load.findings.size();
    readInto(document, nvlinkProperties(), fabric, load);
    const auto& reduction = fabric.switchReduction;
    const bool allRead = load.findings.size() == before;
    if (allRead && reduction &&
        (reduction->startup.fact == FactId::None || reduction->bandwidth.fact == FactId::None ||
         reduction->fill.fact == FactId::None)) {
        load.findings.push_back(
            {.code = "spec.missing",
             .place = document.place("/facts"),
             .text = {translatable("core", "In-switch reduction needs all of switch_startup, "
                                           "switch_bandwidth and switch_fill."),
                      {}}});
    }
    load.catalogue.nvlinks.push_back(std::move(fabric));
}

void loadNetwork(const SpecDocument& document, Load& load) {
    NetworkFabric fabric{.id = document.stem,
                         .name = nameOf(document),
                         .family = document.json.at("family").get<std::string>()};
    readInto(document, networkProperties(), fabric, load);
    load.catalogue.networks.push_back(std::move(fabric));
}

void loadGpu(const SpecDocument& document, Load& load) {
    Gpu gpu{.id = document.stem,
            .name = nameOf(document),
            .aliases = document.json.value("aliases", std::vector<std::string>()),
            .efficiencyProfile = load.reference(document, "efficiency_profile", "efficiency"),
            .nvlink = load.reference(document, "nvlink", "fabrics", "nvlink"),
            .announced = document.json.value("status", "") == "announced"};
    readInto(document, gpuProperties(), gpu, load);
    load.catalogue.gpus.push_back(std::move(gpu));
}

/// The preferred (or only) number of GPUs that an instance's file states, 1 when it states none:
/// what shares out its aggregates has to be known before they are read.
double statedGpus(const SpecDocument& document) {
    double gpus = 1.0;
    bool preferred = false;
    for (const json& fact : document.json.at("facts")) {
        const bool stated = fact.at("property") == "gpus" && fact.contains("value");
        if (stated && !preferred && fact.at("value").get<double>() >= 1.0) {
            gpus = fact.at("value").get<double>();
            preferred = fact.value("preferred", false);
        }
    }
    return gpus;
}

void loadInstance(const SpecDocument& document, Load& load) {
    InstanceType instance{.id = document.stem,
                          .name = nameOf(document),
                          .gpu = load.reference(document, "gpu", "gpus"),
                          .network = load.reference(document, "network", "fabrics", "network"),
                          .provider = document.json.value("provider", ""),
                          .member = load.optionalReference(document, "member", "instances"),
                          .soldIn = load.listOfReferences(document, "sold_in", "instances"),
                          .gpuDirect = document.json.value("gpudirect", true)};
    readProperties(document, instanceProperties(), statedGpus(document), instance,
                   load.catalogue.facts, load.findings, &load.catalogue.absent);
    load.catalogue.instances.push_back(std::move(instance));
}

void loadPrice(const SpecDocument& document, Load& load) {
    const std::string id = load.reference(document, "instance", "instances");
    const InstanceType* const instance = findEntry(load.catalogue.instances, id);
    if (instance == nullptr) {
        return;
    }
    const bool counted = instance->gpus.fact != FactId::None; // else that is the finding
    const auto groups = readFacts(document, priceProperties(), counted ? instance->gpus.value : 1.0,
                                  load.catalogue.facts, load.findings);
    for (const FactGroup& group : groups) {
        const std::string_view key = priceProperties()[group.property].key;
        const auto plan = std::ranges::find(pricePlanNames, key, &PricePlanName::key);
        const double used = load.catalogue.fact(group.chosen).used;
        load.catalogue.prices.push_back({.instance = id,
                                         .plan = plan->plan,
                                         .region = group.region,
                                         .perInstance = {Price(used), group.chosen}});
    }
    const auto absent = readAbsent(document, priceProperties(), groups, load.findings);
    load.catalogue.absent.insert(load.catalogue.absent.end(), absent.begin(), absent.end());
}

void loadPurchaseRules(const SpecDocument& document, Load& load) {
    const auto word = document.json.at("plan").get<std::string>();
    const auto plan = std::ranges::find(pricePlanNames, word, &PricePlanName::key);
    PurchaseRules rules{.id = document.stem, .name = nameOf(document), .plan = plan->plan};
    const std::size_t before = load.findings.size();
    readInto(document, purchaseRuleProperties(), rules, load);
    if (load.findings.size() == before) {
        const Diagnostics wrong = checkPurchaseRules(rules, document.place());
        load.findings.insert(load.findings.end(), wrong.begin(), wrong.end());
    }
    const auto& known = load.catalogue.purchaseRules;
    if (const auto same = std::ranges::find(known, rules.plan, &PurchaseRules::plan);
        same != known.end()) {
        load.findings.push_back(
            {.code = "spec.rules",
             .place = document.place("/plan"),
             .text = {translatable("core", "The plan '{0}' has its rules already: {1}."),
                      {word, same->id}}});
    }
    load.catalogue.purchaseRules.push_back(std::move(rules));
}

void loadStorage(const SpecDocument& document, Load& load) {
    load.catalogue.storageTiers.push_back(readStorageTier(document, load.catalogue, load.findings));
}

template <typename E, std::size_t N>
E chosen(const json& choices, const char* key, const std::array<ChoiceName<E>, N>& names) {
    const std::string word = choices.at(key).get<std::string>();
    const auto found = std::ranges::find(names, word, &ChoiceName<E>::key);
    return found == names.end() ? names.front().value : found->value;
}

StackChoices choicesOf(const json& choices) {
    return {.attentionKernel = chosen(choices, "attention_kernel", attentionKernelNames),
            .cudaGraphs = chosen(choices, "cuda_graphs", graphModeNames),
            .tensorParallelOverlap = choices.at("tensor_parallel_overlap").get<bool>(),
            .dataParallelOverlap = choices.at("data_parallel_overlap").get<bool>(),
            .pipelineOverlap = choices.at("pipeline_overlap").get<bool>(),
            .expertParallelOverlap = choices.at("expert_parallel_overlap").get<bool>(),
            .dispatcher = chosen(choices, "dispatcher", dispatcherNames),
            .contextExchange = chosen(choices, "context_exchange", contextExchangeNames),
            .dropout = choices.at("dropout").get<bool>(),
            .scatterGatherPipeline = choices.at("scatter_gather_pipeline").get<bool>(),
            .shardsParameters = choices.value("shards_parameters", false)};
}

void loadStack(const SpecDocument& document, Load& load) {
    Stack stack{.id = document.stem,
                .name = nameOf(document),
                .date = document.json.value("date", ""),
                .choices = choicesOf(document.json.at("choices"))};
    readInto(document, stackProperties(), stack, load);
    load.catalogue.stacks.push_back(std::move(stack));
}

void loadModel(const SpecDocument& document, Load& load) {
    Expected<ModelEntry> model = modelFromJson(document.json, document.place());
    if (model) {
        load.catalogue.models.push_back(std::move(*model));
    } else {
        load.findings.insert(load.findings.end(), model.error().begin(), model.error().end());
    }
}

/// In an order in which everything that is needed has been read.
constexpr auto kinds = std::to_array<Kind>({
    {"efficiency", "efficiency", "id", loadEfficiency},
    {"nvlink", "fabrics", "id", loadNvlink},
    {"network", "fabrics", "id", loadNetwork},
    {"gpu", "gpus", "id", loadGpu},
    {"instance", "instances", "id", loadInstance},
    {"price", "prices", "instance", loadPrice},
    {"purchase_rules", "prices", "id", loadPurchaseRules},
    {"storage", "storage", "id", loadStorage},
    {"stack", "stacks", "id", loadStack},
    {"model", "models", "id", loadModel},
});

} // namespace

LoadedCatalogue loadCatalogue(const std::filesystem::path& shipped,
                              const std::filesystem::path& own) {
    LoadedCatalogue loaded = readCatalogue(shipped, own, kinds);
    loaded.catalogue.accuracy = readAccuracy(shipped, own, loaded.findings);
    return loaded;
}

std::vector<EntryKind> entryKinds() {
    std::vector<EntryKind> known;
    known.reserve(kinds.size());
    for (const Kind& kind : kinds) {
        known.push_back({.name = kind.name, .folder = kind.folder, .idKey = kind.idKey});
    }
    return known;
}

} // namespace roofplan

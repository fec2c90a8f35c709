#include "core/catalogue/catalogue_loader.h"

#include "core/catalogue/fact_reader.h"
#include "core/catalogue/model_json.h"
#include "core/catalogue/property_tables.h"
#include "core/catalogue/schema_check.h"
#include "core/catalogue/spec_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace roofplan {

namespace {

using nlohmann::json;

/// What the loaders of the kinds share: what is read so far, and what was wrong.
struct Load {
    Catalogue catalogue;
    Diagnostics findings;
    std::set<std::pair<std::string, std::string>> entries; ///< folder and id of every file

    /// A finding when `folder` has no file of that id.
    void
    checkReference(const std::string& id, const std::string& place, const std::string& folder) {
        if (!entries.contains({folder, id})) {
            std::string known;
            for (const auto& [itsFolder, itsId] : entries) {
                if (itsFolder == folder) {
                    known += (known.empty() ? "" : ", ") + itsId;
                }
            }
            findings.push_back(
                {.code = "spec.reference",
                 .place = place,
                 .text = {translatable("core", "Found '{0}'; there are: {1}."), {id, known}}});
        }
    }

    /// The id that `document` refers to under `key`; a finding when there is no such file.
    std::string reference(const SpecDocument& document, const char* key, const char* folder) {
        auto id = document.json.at(key).get<std::string>();
        checkReference(id, document.place(std::string("/") + key), folder);
        return id;
    }

    /// The ids of a list of references, empty without one.
    std::vector<std::string>
    references(const SpecDocument& document, const char* key, const char* folder) {
        auto ids = document.json.value(key, std::vector<std::string>());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            checkReference(ids[i], document.place(fmt::format("/{}/{}", key, i)), folder);
        }
        return ids;
    }
};

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
            .efficiencyProfile = load.reference(document, "efficiency_profile", "efficiency"),
            .nvlink = load.reference(document, "nvlink", "fabrics"),
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
                          .network = load.reference(document, "network", "fabrics"),
                          .provider = document.json.value("provider", ""),
                          .soldIn = load.references(document, "sold_in", "instances")};
    if (document.json.contains("member")) {
        instance.member = load.reference(document, "member", "instances");
    }
    readInto(document, instanceProperties(), instance, load, statedGpus(document));
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
            .dropout = choices.at("dropout").get<bool>(),
            .scatterGatherPipeline = choices.at("scatter_gather_pipeline").get<bool>()};
}

void loadStack(const SpecDocument& document, Load& load) {
    Stack stack{.id = document.stem,
                .name = nameOf(document),
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

/// A kind of entry: its word in the file, its folder, the member that holds its id, its schema
/// (named like the kind).
struct Kind {
    const char* name;
    const char* folder;
    const char* idKey;
    void (*load)(const SpecDocument&, Load&);
};

/// In an order in which everything that is needed has been read.
constexpr auto kinds = std::to_array<Kind>({
    {"efficiency", "efficiency", "id", loadEfficiency},
    {"nvlink", "fabrics", "id", loadNvlink},
    {"network", "fabrics", "id", loadNetwork},
    {"gpu", "gpus", "id", loadGpu},
    {"instance", "instances", "id", loadInstance},
    {"price", "prices", "instance", loadPrice},
    {"stack", "stacks", "id", loadStack},
    {"model", "models", "id", loadModel},
});

std::vector<std::string> foldersOfKinds() {
    std::vector<std::string> folders;
    for (const Kind& kind : kinds) {
        if (std::ranges::find(folders, kind.folder) == folders.end()) {
            folders.emplace_back(kind.folder);
        }
    }
    return folders;
}

/// The kind that `document` says it is, among those of its folder; null with a finding otherwise.
const Kind* kindOf(const SpecDocument& document, Diagnostics& findings) {
    const bool isObject = document.json.is_object();
    const json word = isObject ? document.json.value("kind", json()) : json();
    std::string allowed;
    for (const Kind& kind : kinds) {
        if (kind.folder == document.folder) {
            if (word == kind.name) {
                return &kind;
            }
            allowed += (allowed.empty() ? "" : ", ") + std::string(kind.name);
        }
    }
    findings.push_back(
        {.code = "spec.kind",
         .place = document.place("/kind"),
         .text = {translatable("core", "Found kind {0}; allowed in this folder: {1}."),
                  {word.dump(-1, ' ', true), allowed}}});
    return nullptr;
}

/// True when the id inside is the file's name, so that references can be followed by name.
bool namedById(const SpecDocument& document, const Kind& kind, Diagnostics& findings) {
    const std::string id = document.json.at(kind.idKey).get<std::string>();
    if (id == document.stem) {
        return true;
    }
    findings.push_back(
        {.code = "spec.id",
         .place = document.place(std::string("/") + kind.idKey),
         .text = {translatable("core", "Found '{0}'; the file's name makes it '{1}'."),
                  {id, document.stem}}});
    return false;
}

void loadDocument(const SpecDocument& document,
                  const Kind& kind,
                  SchemaFolder& schemas,
                  Load& load) {
    const Diagnostics wrong = schemas.check(document.json, kind.name, document.file);
    if (!wrong.empty()) {
        load.findings.insert(load.findings.end(), wrong.begin(), wrong.end());
        return;
    }
    try {
        if (namedById(document, kind, load.findings)) {
            kind.load(document, load);
        }
    } catch (const json::exception& error) {
        // Only a schema that was loosened lets this happen.
        load.findings.push_back(
            {.code = "spec.schema",
             .place = document.file,
             .text = {translatable("core", "A member is missing or of the wrong type: {0}"),
                      {error.what()}}});
    }
}

/// Findings of files in the order of their kinds become findings in the order of the files; the
/// same finding of one broken schema is said once.
Diagnostics tidied(Diagnostics findings) {
    Diagnostics tidy;
    for (Diagnostic& finding : findings) {
        if (std::ranges::find(tidy, finding) == tidy.end()) {
            tidy.push_back(std::move(finding));
        }
    }
    return tidy;
}

void loadKind(const Kind& kind,
              const std::vector<SpecDocument>& documents,
              SchemaFolder& schemas,
              Load& load) {
    for (const SpecDocument& document : documents) {
        const bool mine = document.folder == kind.folder && document.json.is_object() &&
                          document.json.value("kind", json()) == kind.name;
        if (mine) {
            loadDocument(document, kind, schemas, load);
        }
    }
}

} // namespace

LoadedCatalogue loadCatalogue(const std::filesystem::path& folder,
                              const std::filesystem::path& /*own*/) {
    Load load;
    std::vector<SpecDocument> documents;
    for (const std::string& name : foldersOfKinds()) {
        for (const std::string& stem : stemsIn(folder, name)) {
            load.entries.emplace(name, stem);
        }
        for (SpecDocument& document : readSpecFolder(folder, name, load.findings)) {
            (void)kindOf(document, load.findings);
            documents.push_back(std::move(document));
        }
    }
    if (documents.empty() && load.findings.empty()) {
        load.findings.push_back(
            {.code = "spec.empty",
             .place = folder.string(),
             .text = {translatable("core", "There are no spec files here."), {}}});
    }
    SchemaFolder schemas(folder / "schema");
    for (const Kind& kind : kinds) {
        loadKind(kind, documents, schemas, load);
    }
    return {.catalogue = std::move(load.catalogue), .findings = tidied(std::move(load.findings))};
}

} // namespace roofplan

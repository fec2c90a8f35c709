#include "app/cli/catalogue_entries.h"

#include <algorithm>

namespace roofplan::cli {

namespace {

template <typename Entry>
void append(std::vector<CatalogueEntry>& all, const char* kind, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        all.push_back({.kind = kind, .id = entry.id, .name = entry.name});
    }
}

void appendPrices(std::vector<CatalogueEntry>& all, const Catalogue& catalogue) {
    for (const InstancePrice& price : catalogue.prices) {
        const bool named = std::ranges::any_of(all, [&price](const CatalogueEntry& entry) {
            return entry.kind == "prices" && entry.id == price.instance;
        });
        if (!named) {
            all.push_back(
                {.kind = "prices", .id = price.instance, .name = "Prices of " + price.instance});
        }
    }
}

bool hasPreferredRival(const Catalogue& catalogue, const Fact& fact) {
    return std::ranges::any_of(
        fact.rivals, [&catalogue](FactId rival) { return catalogue.fact(rival).preferred; });
}

} // namespace

std::vector<CatalogueEntry> catalogueEntries(const Catalogue& catalogue) {
    std::vector<CatalogueEntry> all;
    append(all, "gpus", catalogue.gpus);
    append(all, "fabrics", catalogue.nvlinks);
    append(all, "fabrics", catalogue.networks);
    append(all, "instances", catalogue.instances);
    appendPrices(all, catalogue);
    append(all, "efficiency", catalogue.efficiencyProfiles);
    append(all, "stacks", catalogue.stacks);
    for (const ModelEntry& model : catalogue.models) {
        all.push_back({.kind = "models", .id = model.id, .name = model.transformer.name});
    }
    return all;
}

std::vector<std::string> catalogueKinds(const Catalogue& catalogue) {
    std::vector<std::string> kinds;
    for (const CatalogueEntry& entry : catalogueEntries(catalogue)) {
        if (kinds.empty() || kinds.back() != entry.kind) {
            kinds.push_back(entry.kind);
        }
    }
    return kinds;
}

std::vector<FactId>
factsOf(const Catalogue& catalogue, std::string_view kind, std::string_view id) {
    const std::string folder = std::string(kind) + "/";
    std::vector<FactId> ids;
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        const Fact& fact = catalogue.facts[i];
        if (fact.entry == id && fact.place.starts_with(folder) &&
            (fact.preferred || !hasPreferredRival(catalogue, fact))) {
            ids.push_back(static_cast<FactId>(i));
        }
    }
    return ids;
}

} // namespace roofplan::cli

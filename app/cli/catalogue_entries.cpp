#include "app/cli/catalogue_entries.h"

#include <algorithm>
#include <array>
#include <set>

namespace roofplan::cli {

namespace {

constexpr auto kinds =
    std::to_array<std::string_view>({"gpus", "fabrics", "instances", "prices", "purchase_rules",
                                     "storage", "efficiency", "stacks", "models"});

template <typename Entry>
void append(std::vector<CatalogueEntry>& all, const char* kind, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        all.push_back({.kind = kind, .folder = kind, .id = entry.id, .name = entry.name});
    }
}

void appendPrices(std::vector<CatalogueEntry>& all, const Catalogue& catalogue) {
    std::set<std::string> named;
    for (const InstancePrice& price : catalogue.prices) {
        if (named.insert(price.instance).second) {
            all.push_back({.kind = "prices",
                           .folder = "prices",
                           .id = price.instance,
                           .name = "Prices of " + price.instance});
        }
    }
}

/// "gpus" of "gpus/h100-sxm.json#/facts/3" and of "own/gpus/…".
std::string_view folderOf(std::string_view place) {
    constexpr std::string_view own = "own/";
    place.remove_prefix(place.starts_with(own) ? own.size() : 0);
    return place.substr(0, place.find('/'));
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
    for (const PurchaseRules& rules : catalogue.purchaseRules) {
        all.push_back(
            {.kind = "purchase_rules", .folder = "prices", .id = rules.id, .name = rules.name});
    }
    append(all, "storage", catalogue.storageTiers);
    append(all, "efficiency", catalogue.efficiencyProfiles);
    append(all, "stacks", catalogue.stacks);
    for (const ModelEntry& model : catalogue.models) {
        all.push_back(
            {.kind = "models", .folder = "models", .id = model.id, .name = model.transformer.name});
    }
    return all;
}

std::vector<std::string> catalogueKinds() {
    return {kinds.begin(), kinds.end()};
}

std::vector<FactId> factsOf(const Catalogue& catalogue, const CatalogueEntry& entry) {
    std::vector<FactId> ids;
    for (std::size_t i = 0; i < catalogue.facts.size(); ++i) {
        const Fact& fact = catalogue.facts[i];
        if (fact.entry == entry.id && folderOf(fact.place) == entry.folder &&
            (fact.preferred || !hasPreferredRival(catalogue, fact))) {
            ids.push_back(static_cast<FactId>(i));
        }
    }
    return ids;
}

std::vector<AbsentFigure> absentOf(const Catalogue& catalogue, const CatalogueEntry& entry) {
    std::vector<AbsentFigure> figures = catalogue.absent;
    std::erase_if(figures, [&entry](const AbsentFigure& figure) {
        return figure.entry != entry.id || folderOf(figure.place) != entry.folder;
    });
    return figures;
}

} // namespace roofplan::cli

#include "core/catalogue/storage_reader.h"

#include "core/catalogue/property_tables.h"

#include <algorithm>

namespace roofplan {

namespace {

/// The rows of a tier and, behind them, those of its prices.
std::vector<PropertyRow> allRows() {
    std::vector<PropertyRow> rows;
    for (const Property<StorageTier>& property : storageProperties()) {
        rows.push_back(property.row);
    }
    for (const Property<StoragePrices>& property : storagePriceProperties()) {
        rows.push_back(property.row);
    }
    return rows;
}

StoragePrices& pricesOf(StorageTier& tier, const std::string& region) {
    const auto found = std::ranges::find(tier.prices, region, &StoragePrices::region);
    return found != tier.prices.end() ? *found
                                      : tier.prices.emplace_back(StoragePrices{.region = region});
}

/// Says where a price lacks its region, or something else has one.
bool regionFits(const Fact& fact, bool isPrice, Diagnostics& findings) {
    if (fact.region.empty() != isPrice) {
        return true;
    }
    findings.push_back(
        {.code = "spec.region",
         .place = fact.place + (isPrice ? "" : "/region"),
         .text = isPrice ? Text{translatable("core", "The region of '{0}' is missing: prices are "
                                                     "regional."),
                                {fact.property}}
                         : Text{translatable("core", "Found region '{0}'; '{1}' has none."),
                                {fact.region, fact.property}}});
    return false;
}

StorageChoices choicesOf(const nlohmann::json& choices) {
    return {.efa = choices.at("efa").get<bool>(),
            .gds = choices.at("gds").get<bool>(),
            .dataRepository = choices.at("data_repository").get<bool>()};
}

} // namespace

StorageTier
readStorageTier(const SpecDocument& document, Catalogue& catalogue, Diagnostics& findings) {
    StorageTier tier{.id = document.stem,
                     .name = document.json.at("name").get<std::string>(),
                     .family = document.json.at("family").get<std::string>(),
                     .choices = choicesOf(document.json.at("choices"))};
    const std::vector<PropertyRow> rows = allRows();
    const std::size_t own = storageProperties().size();
    const auto groups = readFacts(document, rows, 1.0, catalogue.facts, findings);
    for (const FactGroup& group : groups) {
        const Fact& fact = catalogue.fact(group.chosen);
        const bool isPrice = group.property >= own;
        if (!regionFits(fact, isPrice, findings)) {
            continue;
        }
        if (isPrice) {
            storagePriceProperties()[group.property - own].store(pricesOf(tier, group.region), fact,
                                                                 group.chosen);
        } else {
            storageProperties()[group.property].store(tier, fact, group.chosen);
        }
    }
    const auto absent = readAbsent(document, rows, groups, findings);
    catalogue.absent.insert(catalogue.absent.end(), absent.begin(), absent.end());
    return tier;
}

} // namespace roofplan

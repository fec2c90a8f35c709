#include "core/catalogue/property_rows.h"

#include "core/catalogue/property_tables.h"

#include <algorithm>

namespace roofplan {

namespace {

using Rows = std::vector<PropertyRow>;

void append(Rows& rows, std::span<const PropertyRow> more) {
    rows.insert(rows.end(), more.begin(), more.end());
}

template <typename Entry>
void append(Rows& rows, std::span<const Property<Entry>> table) {
    for (const Property<Entry>& property : table) {
        rows.push_back(property.row);
    }
}

struct KindOfRows {
    std::string_view kind;
    void (*append)(Rows&);
};

constexpr KindOfRows kinds[] = {
    {"gpu", [](Rows& rows) { append(rows, gpuProperties()); }},
    {"nvlink", [](Rows& rows) { append(rows, nvlinkProperties()); }},
    {"network", [](Rows& rows) { append(rows, networkProperties()); }},
    {"instance", [](Rows& rows) { append(rows, instanceProperties()); }},
    {"price", [](Rows& rows) { append(rows, priceProperties()); }},
    {"purchase_rules", [](Rows& rows) { append(rows, purchaseRuleProperties()); }},
    {"storage",
     [](Rows& rows) {
         append(rows, storageProperties());
         append(rows, storagePriceProperties());
     }},
    {"efficiency", [](Rows& rows) { append(rows, efficiencyProperties()); }},
    {"stack", [](Rows& rows) { append(rows, stackProperties()); }},
};

} // namespace

std::vector<PropertyRow> propertyRows(std::string_view kind) {
    Rows rows;
    const auto* const found = std::ranges::find(kinds, kind, &KindOfRows::kind);
    if (found != std::end(kinds)) {
        found->append(rows);
    }
    return rows;
}

std::optional<PropertyRow> propertyRow(std::string_view kind, std::string_view property) {
    const Rows rows = propertyRows(kind);
    const auto row = std::ranges::find(rows, property, &PropertyRow::key);
    return row == rows.end() ? std::nullopt : std::optional(*row);
}

bool isRegional(std::string_view kind, std::string_view property) {
    const auto has = [property](const Property<StoragePrices>& price) {
        return price.row.key == property;
    };
    return kind == "price" ||
           (kind == "storage" && std::ranges::any_of(storagePriceProperties(), has));
}

} // namespace roofplan

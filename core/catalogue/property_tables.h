// The properties of each kind of catalogue entry, one row each: key in the spec file, words, units,
// conventions, limits, and the member it fills.
#pragma once

#include "core/catalogue/fact_reader.h"

namespace roofplan {

[[nodiscard]] std::span<const Property<Gpu>> gpuProperties();

[[nodiscard]] std::span<const Property<NvlinkFabric>> nvlinkProperties();

[[nodiscard]] std::span<const Property<NetworkFabric>> networkProperties();

[[nodiscard]] std::span<const Property<InstanceType>> instanceProperties();

[[nodiscard]] std::span<const Property<EfficiencyProfile>> efficiencyProperties();

[[nodiscard]] std::span<const Property<Stack>> stackProperties();

/// What a tier is and can; its prices are regional and stand in storagePriceProperties.
[[nodiscard]] std::span<const Property<StorageTier>> storageProperties();

[[nodiscard]] std::span<const Property<StoragePrices>> storagePriceProperties();

[[nodiscard]] std::span<const Property<PurchaseRules>> purchaseRuleProperties();

/// One row a plan of pricePlanNames that has published prices, with that plan's key.
[[nodiscard]] std::span<const PropertyRow> priceProperties();

} // namespace roofplan

// Everything that exists, each number a fact. A plain value: copy it, compare it, share it.
#pragma once

#include "core/architecture/transformer.h"
#include "core/catalogue/absent_figure.h"
#include "core/catalogue/accuracy.h"
#include "core/catalogue/efficiency_profile.h"
#include "core/catalogue/fabric.h"
#include "core/catalogue/gpu.h"
#include "core/catalogue/instance_type.h"
#include "core/catalogue/price_plan.h"
#include "core/catalogue/purchase_rules.h"
#include "core/catalogue/quantization.h"
#include "core/catalogue/stack.h"
#include "core/catalogue/storage_tier.h"

#include <string_view>

namespace roofplan {

/// A model by id: from the specs, or imported into a project.
struct ModelEntry {
    std::string id;
    Transformer transformer;
    Source source;
    std::string origin;                       ///< file it was imported from, empty for shipped ones
    std::optional<Quantization> quantization; ///< of the published weights

    bool operator==(const ModelEntry&) const = default;
};

struct Catalogue {
    std::vector<Fact> facts;
    std::vector<AbsentFigure> absent;
    std::vector<Gpu> gpus;
    std::vector<NvlinkFabric> nvlinks;
    std::vector<NetworkFabric> networks;
    std::vector<InstanceType> instances;
    std::vector<InstancePrice> prices;
    std::vector<PurchaseRules> purchaseRules;
    std::vector<StorageTier> storageTiers;
    std::vector<EfficiencyProfile> efficiencyProfiles;
    std::vector<Stack> stacks;
    std::vector<ModelEntry> models;
    std::optional<Accuracy> accuracy; ///< absent where its file is missing or wrong

    bool operator==(const Catalogue&) const = default;

    /// The fact behind an id; a fact that says "given by the user" for FactId::None.
    [[nodiscard]] const Fact& fact(FactId id) const;
};

/// The entry of that id, or null. Works on every list of entries above that has an `id`.
template <typename Entry>
[[nodiscard]] const Entry* findEntry(const std::vector<Entry>& entries, std::string_view id) {
    for (const Entry& entry : entries) {
        if (entry.id == id) {
            return &entry;
        }
    }
    return nullptr;
}

/// The price, or null when there is none.
[[nodiscard]] const InstancePrice* findPrice(const Catalogue& catalogue,
                                             std::string_view instance,
                                             PricePlan plan,
                                             std::string_view region);

/// What is said of a price that is missing, or null.
[[nodiscard]] const AbsentFigure* findAbsentPrice(const Catalogue& catalogue,
                                                  std::string_view instance,
                                                  PricePlan plan,
                                                  std::string_view region);

/// The catalogue with `model` added, or put in the place of the entry of the same id.
[[nodiscard]] Catalogue withModel(Catalogue catalogue, ModelEntry model);

} // namespace roofplan

#include "core/catalogue/catalogue.h"

#include <utility>

namespace roofplan {

const Fact& Catalogue::fact(FactId id) const {
    static const Fact given{.label = "given by the user"};
    const auto index = static_cast<std::size_t>(id);
    return id == FactId::None || index >= facts.size() ? given : facts[index];
}

const InstancePrice* findPrice(const Catalogue& catalogue,
                               std::string_view instance,
                               PricePlan plan,
                               std::string_view region) {
    for (const InstancePrice& price : catalogue.prices) {
        if (price.plan == plan && price.instance == instance && price.region == region) {
            return &price;
        }
    }
    return nullptr;
}

const AbsentFigure* findAbsentPrice(const Catalogue& catalogue,
                                    std::string_view instance,
                                    PricePlan plan,
                                    std::string_view region) {
    const std::string_view key = pricePlanNames[static_cast<std::size_t>(plan)].key;
    for (const AbsentFigure& figure : catalogue.absent) {
        if (figure.entry == instance && figure.property == key &&
            (figure.region.empty() || figure.region == region)) {
            return &figure;
        }
    }
    return nullptr;
}

Catalogue withModel(Catalogue catalogue, ModelEntry model) {
    for (ModelEntry& entry : catalogue.models) {
        if (entry.id == model.id) {
            entry = std::move(model);
            return catalogue;
        }
    }
    catalogue.models.push_back(std::move(model));
    return catalogue;
}

} // namespace roofplan

#include "app/cli/catalogue_columns.h"

#include "core/architecture/parameter_count.h"
#include "core/units/quantity_text.h"

#include <algorithm>

namespace roofplan::cli {

namespace {

using Json = nlohmann::ordered_json;
using Columns = std::vector<CatalogueColumn>;

constexpr auto unknown = "unknown";
constexpr double secondsAnHour = 3600.0;

CatalogueColumn word(const char* key, const char* title, const std::string& text) {
    return {key, title, text, text.empty() ? Json() : Json(text)};
}

CatalogueColumn
number(const char* key, const char* title, std::optional<double> value, UnitKind kind) {
    return {key, title, value ? quantityText(*value, kind) : unknown,
            value ? Json(*value) : Json()};
}

/// A figure that may be absent.
template <typename Q>
std::optional<double> baseOf(const std::optional<Sourced<Q>>& figure) {
    return figure ? std::optional(figure->value.base()) : std::nullopt;
}

CatalogueColumn share(const char* key, const char* title, const Sourced<double>& figure) {
    return {key, title, exactText(figure.value), Json(figure.value)};
}

CatalogueColumn peak(const Gpu& gpu) {
    const Peak& bf16 = gpu.peak(Precision::Bf16);
    if (bf16.state == PeakState::Unsupported) {
        return {"bf16_flop_per_s", "BF16 dense", "not supported", Json()};
    }
    return number("bf16_flop_per_s", "BF16 dense",
                  bf16.state == PeakState::Known ? std::optional(bf16.rate.base()) : std::nullopt,
                  UnitKind::ComputeRate);
}

/// The rate that joins the GPUs of a domain, with its name where it is not NVLink.
CatalogueColumn linkRate(const std::string& fabric, const Catalogue& catalogue) {
    const NvlinkFabric* const link = findEntry(catalogue.nvlinks, fabric);
    CatalogueColumn column =
        number("nvlink_bytes_per_s", "NVLink, one way",
               link == nullptr ? std::nullopt : std::optional(link->bandwidth.value.base()),
               UnitKind::DataRate);
    column.text += link == nullptr || link->family == "NVLink" ? "" : " " + link->family;
    return column;
}

Columns gpuColumns(const Gpu& gpu, const Catalogue& catalogue) {
    return {peak(gpu), number("memory_bytes", "memory", gpu.memory.value.base(), UnitKind::Size),
            number("hbm_bytes_per_s", "HBM", gpu.hbmBandwidth.value.base(), UnitKind::DataRate),
            linkRate(gpu.nvlink, catalogue),
            word("status", "status", gpu.announced ? "announced" : "")};
}

Columns nvlinkColumns(const NvlinkFabric& fabric) {
    return {
        word("family", "family", fabric.family),
        number("bytes_per_s", "a GPU, one way", fabric.bandwidth.value.base(), UnitKind::DataRate),
        number("latency_s", "latency", fabric.baseLatency.value.base(), UnitKind::Time)};
}

Columns networkColumns(const NetworkFabric& fabric) {
    return {word("family", "family", fabric.family),
            {"bytes_per_s", "a GPU, one way", "by instance", Json()},
            number("latency_s", "latency", fabric.hopLatency.value.base(), UnitKind::Time)};
}

/// The lowest price on demand, and where.
CatalogueColumn lowestPrice(const InstanceType& instance, const Catalogue& catalogue) {
    const InstancePrice* lowest = nullptr;
    for (const InstancePrice& price : catalogue.prices) {
        const bool counts = price.instance == instance.id && price.plan == PricePlan::OnDemand;
        if (counts && (lowest == nullptr || price.perInstance.value < lowest->perInstance.value)) {
            lowest = &price;
        }
    }
    if (lowest == nullptr) {
        return {"on_demand", "on demand, lowest", unknown, Json()};
    }
    const double price = lowest->perInstance.value.base();
    return {"on_demand",
            "on demand, lowest",
            quantityText(price, UnitKind::HourlyPrice) + " " + lowest->region,
            {{"region", lowest->region}, {"usd_per_h", price * secondsAnHour}}};
}

Columns instanceColumns(const InstanceType& instance, const Catalogue& catalogue) {
    const Gpu* const gpu = findEntry(catalogue.gpus, instance.gpu);
    const std::string count = exactText(instance.gpus.value);
    std::string soldIn;
    for (const std::string& id : instance.soldIn) {
        soldIn += (soldIn.empty() ? "in " : ", ") + id;
    }
    return {{"gpus",
             "GPUs",
             count + " × " + instance.gpu,
             {{"count", instance.gpus.value}, {"gpu", instance.gpu}}},
            number("memory_bytes", "memory a GPU",
                   gpu == nullptr ? std::nullopt : std::optional(gpu->memory.value.base()),
                   UnitKind::Size),
            number("nvlink_domain", "NVLink domain", instance.nvlinkDomain.value, UnitKind::Count),
            number("network_bytes_per_s", "network a GPU", instance.networkBandwidth.value.base(),
                   UnitKind::DataRate),
            word("network", "by", instance.network),
            lowestPrice(instance, catalogue),
            word("sold_in", "sold", soldIn)};
}

/// "63.30 USD/h" or "63.30 USD/h to 79.12 USD/h, 7 regions".
CatalogueColumn planColumn(const std::string& id, PricePlanName plan, const Catalogue& catalogue) {
    std::vector<double> prices;
    Json regions = Json::object();
    for (const InstancePrice& price : catalogue.prices) {
        if (price.instance == id && price.plan == plan.plan) {
            prices.push_back(price.perInstance.value.base());
            regions[price.region] = prices.back() * secondsAnHour;
        }
    }
    if (prices.empty()) {
        return {plan.key.data(), plan.key.data(), "", Json()};
    }
    const auto [low, high] = std::ranges::minmax(prices);
    std::string text = quantityText(low, UnitKind::HourlyPrice);
    text += high > low ? " to " + quantityText(high, UnitKind::HourlyPrice) : "";
    text += prices.size() > 1 ? ", " + std::to_string(prices.size()) + " regions"
                              : " " + regions.begin().key();
    return {plan.key.data(), plan.key.data(), text, regions};
}

Columns priceColumns(const std::string& id, const Catalogue& catalogue) {
    Columns columns;
    for (const PricePlanName& plan : pricePlanNames) {
        if (plan.plan != PricePlan::Own) {
            columns.push_back(planColumn(id, plan, catalogue));
        }
    }
    return columns;
}

Columns ruleColumns(const PurchaseRules& rules) {
    const auto plan = std::ranges::find(pricePlanNames, rules.plan, &PricePlanName::plan);
    return {word("plan", "plan", std::string(plan->key)),
            number("instances_per_purchase", "instances a purchase",
                   rules.instancesPerPurchase.value, UnitKind::Count),
            number("instances_in_all", "in all", rules.instancesInAll.value, UnitKind::Count),
            number("longest_s", "longest", rules.longest.value.base(), UnitKind::Time)};
}

/// What comes with capacity, or what can be provisioned at most.
CatalogueColumn throughput(const StorageTier& tier) {
    for (const auto* const rate : {&tier.diskWrite, &tier.network, &tier.diskRead}) {
        if (*rate) {
            return {"throughput",
                    "throughput",
                    quantityText((*rate)->value.base(), UnitKind::RatePerCapacity),
                    {{"per_s_of_capacity", (*rate)->value.base()}}};
        }
    }
    const std::optional<double> most = baseOf(tier.throughputMost);
    return {"throughput", "throughput",
            most ? "up to " + quantityText(*most, UnitKind::DataRate) : unknown,
            most ? Json{{"most_bytes_per_s", *most}} : Json()};
}

CatalogueColumn capacityPrice(const StorageTier& tier) {
    const StoragePrices* lowest = nullptr;
    for (const StoragePrices& prices : tier.prices) {
        if (prices.capacity &&
            (lowest == nullptr || prices.capacity->value < lowest->capacity->value)) {
            lowest = &prices;
        }
    }
    if (lowest == nullptr) {
        return {"capacity_price", "capacity, lowest", unknown, Json()};
    }
    const double price = lowest->capacity->value.base();
    return {"capacity_price",
            "capacity, lowest",
            quantityText(price, UnitKind::StoragePrice) + " " + lowest->region,
            {{"region", lowest->region}, {"usd_per_byte_s", price}}};
}

Columns storageColumns(const StorageTier& tier) {
    return {word("family", "family", tier.family), throughput(tier),
            number("least_bytes", "least", baseOf(tier.capacityLeast), UnitKind::Size),
            capacityPrice(tier)};
}

Columns efficiencyColumns(const EfficiencyProfile& profile) {
    return {share("gemm_ceiling", "GEMM", profile.gemmCeilingTuned),
            share("sustained_factor", "sustained", profile.sustainedFactor),
            share("attention_forward", "attention", profile.attentionForward),
            share("hbm_fraction", "HBM", profile.hbmFraction)};
}

Columns stackColumns(const Stack& stack) {
    const StackChoices& choices = stack.choices;
    const auto kernel = std::ranges::find(attentionKernelNames, choices.attentionKernel,
                                          &ChoiceName<AttentionKernel>::value);
    const auto graphs =
        std::ranges::find(graphModeNames, choices.cudaGraphs, &ChoiceName<GraphMode>::value);
    return {
        word("date", "date", stack.date),
        word("attention_kernel", "attention", std::string(kernel->key)),
        word("cuda_graphs", "CUDA graphs", std::string(graphs->key)),
        number("launch_s", "host time a launch", stack.launchTime.value.base(), UnitKind::Time)};
}

Columns modelColumns(const ModelEntry& model) {
    const ParameterCount count = parameterCount(model.transformer);
    const auto parameters = [](const char* key, const char* title, std::int64_t value) {
        return CatalogueColumn{key, title,
                               quantityText(static_cast<double>(value), UnitKind::Count), value};
    };
    const std::size_t layers = model.transformer.layers.size();
    return {parameters("params_total", "parameters", count.total()),
            parameters("params_active", "active", count.active()),
            {"layers", "layers", std::to_string(layers), layers}};
}

} // namespace

std::vector<CatalogueColumn> catalogueColumns(const CatalogueEntry& entry,
                                              const Catalogue& catalogue) {
    if (entry.kind == "gpus") {
        return gpuColumns(*findEntry(catalogue.gpus, entry.id), catalogue);
    }
    if (entry.kind == "fabrics") {
        const auto* const nvlink = findEntry(catalogue.nvlinks, entry.id);
        return nvlink != nullptr ? nvlinkColumns(*nvlink)
                                 : networkColumns(*findEntry(catalogue.networks, entry.id));
    }
    if (entry.kind == "instances") {
        return instanceColumns(*findEntry(catalogue.instances, entry.id), catalogue);
    }
    if (entry.kind == "prices") {
        return priceColumns(entry.id, catalogue);
    }
    if (entry.kind == "purchase_rules") {
        return ruleColumns(*findEntry(catalogue.purchaseRules, entry.id));
    }
    if (entry.kind == "storage") {
        return storageColumns(*findEntry(catalogue.storageTiers, entry.id));
    }
    if (entry.kind == "efficiency") {
        return efficiencyColumns(*findEntry(catalogue.efficiencyProfiles, entry.id));
    }
    if (entry.kind == "stacks") {
        return stackColumns(*findEntry(catalogue.stacks, entry.id));
    }
    return modelColumns(*findEntry(catalogue.models, entry.id));
}

} // namespace roofplan::cli

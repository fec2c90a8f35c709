#include "app/cli/catalogue_links.h"

#include <algorithm>

namespace roofplan::cli {

namespace {

using Links = std::vector<CatalogueLink>;

/// The ids of the entries for which `holds`.
template <typename Entry, typename Holds>
std::vector<std::string> idsWhere(const std::vector<Entry>& entries, const Holds& holds) {
    std::vector<std::string> ids;
    for (const Entry& entry : entries) {
        if (holds(entry)) {
            ids.push_back(entry.id);
        }
    }
    return ids;
}

std::vector<std::string> priceFiles(const std::string& instance, const Catalogue& catalogue) {
    const bool priced = std::ranges::find(catalogue.prices, instance, &InstancePrice::instance) !=
                        catalogue.prices.end();
    return priced ? std::vector{instance} : std::vector<std::string>();
}

Links gpuLinks(const Gpu& gpu, const Catalogue& catalogue) {
    return {{"nvlink", "NVLink", {gpu.nvlink}},
            {"efficiency", "Efficiency", {gpu.efficiencyProfile}},
            {"instances", "Instances", idsWhere(catalogue.instances, [&gpu](const auto& instance) {
                 return instance.gpu == gpu.id;
             })}};
}

Links instanceLinks(const InstanceType& instance, const Catalogue& catalogue) {
    const Gpu* const gpu = findEntry(catalogue.gpus, instance.gpu);
    return {{"gpu", "GPU", {instance.gpu}},
            {"nvlink", "NVLink", {gpu == nullptr ? std::string() : gpu->nvlink}},
            {"network", "Network", {instance.network}},
            {"member", "Made of", {instance.member}},
            {"sold_in", "Sold in", instance.soldIn},
            {"prices", "Prices", priceFiles(instance.id, catalogue)}};
}

Links fabricLinks(const std::string& id, const Catalogue& catalogue) {
    return {{"gpus", "GPUs",
             idsWhere(catalogue.gpus, [&id](const Gpu& gpu) { return gpu.nvlink == id; })},
            {"instances", "Instances",
             idsWhere(catalogue.instances,
                      [&id](const InstanceType& instance) { return instance.network == id; })}};
}

Links efficiencyLinks(const std::string& id, const Catalogue& catalogue) {
    return {{"gpus", "GPUs", idsWhere(catalogue.gpus, [&id](const Gpu& gpu) {
                 return gpu.efficiencyProfile == id;
             })}};
}

Links allLinks(const CatalogueEntry& entry, const Catalogue& catalogue) {
    if (entry.kind == "gpus") {
        return gpuLinks(*findEntry(catalogue.gpus, entry.id), catalogue);
    }
    if (entry.kind == "instances") {
        return instanceLinks(*findEntry(catalogue.instances, entry.id), catalogue);
    }
    if (entry.kind == "fabrics") {
        return fabricLinks(entry.id, catalogue);
    }
    if (entry.kind == "efficiency") {
        return efficiencyLinks(entry.id, catalogue);
    }
    return {};
}

} // namespace

std::vector<CatalogueLink> catalogueLinks(const CatalogueEntry& entry, const Catalogue& catalogue) {
    Links links = allLinks(entry, catalogue);
    for (CatalogueLink& link : links) {
        std::erase(link.ids, std::string());
    }
    std::erase_if(links, [](const CatalogueLink& link) { return link.ids.empty(); });
    return links;
}

} // namespace roofplan::cli

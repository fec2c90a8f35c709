#include "core/scenario/cluster_resolution.h"

#include "core/base/integer.h"
#include "core/scenario/entry_lookup.h"
#include "core/scenario/field_table.h"
#include "core/scenario/scenario_finding.h"

#include <algorithm>

namespace roofplan {

namespace {

/// Of what joins the GPUs of a server that have no NVLink.
constexpr std::string_view pcieFamily = "PCIe";

Sourced<std::int64_t> whole(const Sourced<double>& fact) {
    return {std::max<std::int64_t>(1, static_cast<std::int64_t>(fact.value)), fact.fact};
}

Sourced<std::int64_t> given(std::int64_t value) {
    return {std::max<std::int64_t>(1, value), FactId::None};
}

void resolveGpu(const Catalogue& catalogue, ResolvedScenario& r) {
    // The loader has checked that these references exist.
    r.nvlink = findEntry(catalogue.nvlinks, r.gpu->nvlink);
    r.profile = findEntry(catalogue.efficiencyProfiles, r.gpu->efficiencyProfile);
}

/// False where something that is named does not exist.
bool resolveInstances(const Cluster& cluster,
                      const Catalogue& catalogue,
                      ResolvedScenario& r,
                      Findings& out) {
    const InstanceType* type =
        requireEntry(catalogue.instances, cluster.instance, "instance", out, customInstance);
    if (type == nullptr) {
        return false;
    }
    r.instance = type;
    r.gpu = findEntry(catalogue.gpus, type->gpu);
    r.network = findEntry(catalogue.networks, type->network);
    // What lies beyond is reported as out of range, and must not overflow before.
    static const auto most = static_cast<std::int64_t>(findField("instances")->maximum);
    r.instances = std::clamp<std::int64_t>(cluster.instances, 0, most);
    r.gpusPerInstance = whole(type->gpus);
    r.gpus = r.instances * r.gpusPerInstance.value;
    r.nvlinkDomain = whole(type->nvlinkDomain);
    r.oversubscription = type->oversubscription.value_or(Sourced<double>{1.0});
    r.networkBandwidth = type->networkBandwidth;
    return true;
}

/// The same.
bool resolveCustom(const CustomCluster& custom,
                   const Catalogue& catalogue,
                   ResolvedScenario& r,
                   Findings& out) {
    r.gpu = requireEntry(catalogue.gpus, custom.gpu, "gpu", out);
    if (!custom.fabric.empty()) {
        r.network = requireEntry(catalogue.networks, custom.fabric, "fabric", out);
    }
    r.gpusPerInstance = given(custom.gpusPerNode);
    r.gpus = custom.gpus;
    r.instances = ceilDivide(r.gpus, r.gpusPerInstance.value);
    r.nvlinkDomain = given(custom.nvlinkDomain.value_or(r.gpusPerInstance.value));
    r.oversubscription = {custom.oversubscription, FactId::None};
    r.networkBandwidth = {custom.networkPerGpu.value_or(Bandwidth()), FactId::None};
    return r.gpu != nullptr && (custom.fabric.empty() || r.network != nullptr);
}

/// A network that the job needs and nobody has described.
void requireNetwork(const CustomCluster& custom, const ResolvedScenario& r, Findings& out) {
    const auto missing = [&](const char* field, const char* pattern) {
        out.add({.code = "cluster.network",
                 .place = field,
                 .text = {pattern, {number(r.gpus), number(r.nvlinkDomain.value)}}});
    };
    if (!custom.networkPerGpu) {
        missing("network_gbps_per_gpu",
                translatable("core", "{0} GPUs are more than one domain of {1}: what the network "
                                     "of a GPU carries between them has to be given."));
    }
    if (custom.fabric.empty()) {
        missing("fabric", translatable("core", "{0} GPUs are more than one domain of {1}: the "
                                               "network between them has to be chosen."));
    }
}

const char* sizeField(const Cluster& cluster) {
    return cluster.isCustom() ? "gpus" : "instances";
}

void checkOffer(const Cluster& cluster, const ResolvedScenario& r, Findings& out) {
    if (r.gpu->announced) {
        out.add(finding(Severity::Info, "cluster.announced",
                        cluster.isCustom() ? "gpu" : "instance",
                        {translatable("core", "{0} is not sold yet: its figures are the "
                                              "vendor's promise."),
                         {r.gpu->name}}));
    }
    if (r.instance != nullptr && !r.instance->soldIn.empty()) {
        std::string whole;
        for (const std::string& id : r.instance->soldIn) {
            whole += (whole.empty() ? "" : ", ") + id;
        }
        out.add(finding(
            Severity::Warning, "cluster.sold_in", "instance",
            {translatable("core", "{0} is only sold as a part of whole UltraServers: it has no "
                                  "list price of its own."),
             {r.instance->id}},
            {translatable("core", "UltraServers with it: {0}"), {whole}}));
    }
    const auto& limit = r.instance != nullptr ? r.instance->clusterLimit : std::nullopt;
    if (limit && static_cast<double>(r.gpus) > limit->value) {
        out.add(
            finding(Severity::Warning, "cluster.limit", "instances",
                    {translatable("core", "{0} GPUs are more than the {1} of the largest cluster "
                                          "of {2} that has one network."),
                     {number(r.gpus), number(limit->value), r.instance->id}}));
    }
}

/// The curves of every network are of cards that reach the memory of the GPUs by themselves.
void checkGpuDirect(const ResolvedScenario& r, Findings& out) {
    if (r.instance != nullptr && !r.instance->gpuDirect && r.gpus > r.nvlinkDomain.value) {
        out.add(
            finding(Severity::Warning, "cluster.no_gpudirect", "instance",
                    {translatable("core", "{0} has no GPUDirect RDMA: what its {1} carries passes "
                                          "through the memory of the host, which is not priced. "
                                          "The traffic between instances takes longer than shown."),
                     {r.instance->id, r.network->family}}));
    }
}

/// Full domains hold the GPUs; a last one that is not full has fewer rails than the others.
void checkDomains(const Cluster& cluster, const ResolvedScenario& r, Findings& out) {
    const std::int64_t domain = r.nvlinkDomain.value;
    const std::int64_t rest = r.gpus % domain;
    if (rest == 0 && r.gpus > domain && domain < r.domainCapacity) {
        out.add(finding(
            Severity::Info, "cluster.even_spread", sizeField(cluster),
            {translatable("core", "{0} GPUs are spread evenly over {1} domains: {2} of the {3} of "
                                  "each."),
             {number(r.gpus), number(r.gpus / domain), number(domain), number(r.domainCapacity)}}));
    }
    if (rest == 0) {
        return;
    }
    out.add(finding(
        Severity::Warning, "cluster.partial_domain", sizeField(cluster),
        {translatable("core", "{0} GPUs do not fill {1} domains of {2}: the last holds {3}. Ranks "
                              "are placed in order, and a group that a border cuts is priced by "
                              "the domain that holds fewest of it."),
         {number(r.gpus), r.nvlink->family, number(domain), number(rest)}},
        {translatable("core", "GPUs that fill theirs: {0}, {1}"),
         {number(r.gpus - rest), number(r.gpus - rest + domain)}}));
}

void checkDescription(const CustomCluster& custom, const ResolvedScenario& r, Findings& out) {
    const std::int64_t node = r.gpusPerInstance.value;
    if (r.gpus % node != 0) {
        out.add(finding(Severity::Info, "cluster.partial_node", "gpus",
                        {translatable("core", "{0} GPUs do not fill {1} nodes of {2}."),
                         {number(r.gpus), number(r.instances), number(node)}}));
    }
    if (!custom.nvlinkDomain) {
        return;
    }
    const std::int64_t domain = *custom.nvlinkDomain;
    if (r.nvlink->family == pcieFamily) {
        if (domain != node) {
            out.add(
                finding(Severity::Warning, "cluster.domain_unused", "nvlink_domain",
                        {translatable("core", "{0} has no NVLink: {1} joins the {2} GPUs of a "
                                              "node, and the NVLink domain of {3} is not used."),
                         {r.gpu->name, r.nvlink->name, number(node), number(domain)}}));
        }
    } else if (domain % node != 0 && node % domain != 0) {
        out.add(
            finding(Severity::Warning, "cluster.domain", "nvlink_domain",
                    {translatable("core", "An NVLink domain of {0} GPUs neither joins whole nodes "
                                          "of {1} nor divides them."),
                     {number(domain), number(node)}}));
    }
}

/// GPUs of a domain that the job uses: all of them where the job has fewer. Jobs are spread evenly
/// over racks (Slurm's block topology does so), so that groups of ranks need not straddle two:
/// 256 GPUs take 64 in each of four racks of 72.
std::int64_t evenDomain(const ResolvedScenario& r) {
    const std::int64_t domain = r.nvlinkDomain.value;
    if (r.gpus <= domain) {
        return std::max<std::int64_t>(1, r.gpus);
    }
    const std::int64_t domains = ceilDivide(r.gpus, domain);
    const std::int64_t even = r.gpus / domains;
    const bool whole = r.gpus % domains == 0 && even % r.gpusPerInstance.value == 0;
    return whole && domain > r.gpusPerInstance.value ? even : domain;
}

} // namespace

void resolveCluster(const Cluster& cluster,
                    const Catalogue& catalogue,
                    ResolvedScenario& r,
                    Findings& out) {
    const bool found = cluster.isCustom() ? resolveCustom(cluster.custom, catalogue, r, out)
                                          : resolveInstances(cluster, catalogue, r, out);
    if (!found) {
        return;
    }
    resolveGpu(catalogue, r);
    if (r.nvlink->family == pcieFamily) {
        r.nvlinkDomain = r.gpusPerInstance;
    }
    if (cluster.isCustom() && r.gpus > r.nvlinkDomain.value) {
        requireNetwork(cluster.custom, r, out);
    }
    r.domainCapacity = r.nvlinkDomain.value;
    r.nvlinkDomain.value = evenDomain(r);
    r.networkBandwidth.value = r.networkBandwidth.value / r.oversubscription.value;
}

void remarkOnCluster(const Cluster& cluster, const ResolvedScenario& r, Findings& out) {
    if (!out.remarks()) {
        return;
    }
    checkOffer(cluster, r, out);
    checkGpuDirect(r, out);
    checkDomains(cluster, r, out);
    if (cluster.isCustom()) {
        checkDescription(cluster.custom, r, out);
    } else if (!cluster.custom.gpu.empty()) {
        out.add(
            finding(Severity::Info, "cluster.custom_unused", "instance",
                    {translatable("core", "A custom cluster is described too; the instance type "
                                          "is {0}, and the description is not used."),
                     {cluster.instance}},
                    {translatable("core", "instance type custom uses it"), {}}));
    }
}

} // namespace roofplan

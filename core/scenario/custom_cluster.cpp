#include "core/scenario/custom_cluster.h"

#include "core/base/integer.h"

#include <algorithm>

namespace roofplan {

namespace {

/// At least 1: what a catalogue of names alone leaves open.
std::int64_t count(double value) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(value));
}

CustomCluster described(const InstanceType& type, std::int64_t instances) {
    const std::int64_t members = type.members ? count(type.members->value) : 1;
    CustomCluster custom{.gpu = type.gpu,
                         .gpus = instances * count(type.gpus.value),
                         .gpusPerNode = count(type.gpus.value / static_cast<double>(members)),
                         .networkPerGpu = type.networkBandwidth.value,
                         .fabric = type.network};
    if (const std::int64_t domain = count(type.nvlinkDomain.value); domain != custom.gpusPerNode) {
        custom.nvlinkDomain = domain;
    }
    if (type.oversubscription) {
        custom.oversubscription = type.oversubscription->value;
    }
    return custom;
}

} // namespace

void followInstance(Cluster& cluster, std::string_view instance, const Catalogue& catalogue) {
    if (instance == cluster.instance) {
        return;
    }
    if (instance == customInstance && cluster.custom.gpu.empty()) {
        if (const InstanceType* before = findEntry(catalogue.instances, cluster.instance)) {
            cluster.custom = described(*before, cluster.instances);
        }
    } else if (cluster.isCustom()) {
        if (const InstanceType* after = findEntry(catalogue.instances, instance)) {
            cluster.instances = ceilDivide(cluster.custom.gpus, count(after->gpus.value));
        }
    }
}

} // namespace roofplan

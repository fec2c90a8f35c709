// A server that is bought or rented whole: GPUs, NVLink domain, network.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

struct InstanceType {
    std::string id; ///< "p5en.48xlarge"
    std::string name;
    std::string gpu;                     ///< id
    std::string network;                 ///< id of the network fabric
    Sourced<double> gpus;                ///< per instance
    Sourced<double> nvlinkDomain;        ///< GPUs in one NVLink domain
    Sourced<Bandwidth> networkBandwidth; ///< per GPU, one direction
    std::optional<Sourced<double>> nicsPerGpu;
    std::optional<Sourced<double>> vcpus;
    std::optional<Sourced<Bytes>> hostMemory;
    std::optional<Sourced<double>> nvmeDisks;
    std::optional<Sourced<Bytes>> nvmeDiskSize;

    bool operator==(const InstanceType&) const = default;
};

} // namespace roofplan

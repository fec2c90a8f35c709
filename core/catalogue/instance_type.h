// What is bought or rented whole: a server, or an UltraServer or rack of several; its GPUs, NVLink
// domain, network.
#pragma once

#include "core/catalogue/fact.h"

#include <string>
#include <vector>

namespace roofplan {

struct InstanceType {
    std::string id; ///< "p5en.48xlarge"
    std::string name;
    std::string gpu;      ///< id
    std::string network;  ///< id of the network fabric
    std::string provider; ///< who rents or sells it, "AWS"
    std::string member;   ///< id of the instances that an UltraServer is made of, or empty
    std::vector<std::string> soldIn; ///< ids of the UltraServers that it is only sold in
    bool gpuDirect = true;        ///< its network cards reach the memory of the GPUs by themselves
    Sourced<double> gpus;         ///< per instance
    Sourced<double> nvlinkDomain; ///< GPUs in one NVLink domain
    Sourced<Bandwidth> networkBandwidth;    ///< per GPU, one direction
    std::optional<Sourced<double>> members; ///< servers in it, where it is more than one
    std::optional<Sourced<double>> nicsPerGpu;
    std::optional<Sourced<double>> oversubscription; ///< of the network above the NICs, 1 for none
    std::optional<Sourced<Bandwidth>>
        hostLink; ///< a GPU, where the server limits what the GPU could
    std::optional<Sourced<double>> clusterLimit; ///< GPUs of the largest cluster with one network
    std::optional<Sourced<double>> vcpus;
    std::optional<Sourced<Bytes>> hostMemory;
    std::optional<Sourced<double>> nvmeDisks;
    std::optional<Sourced<Bytes>> nvmeDiskSize;

    bool operator==(const InstanceType&) const = default;
};

} // namespace roofplan

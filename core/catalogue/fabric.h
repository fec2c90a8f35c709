// What carries bytes between GPUs, with the constants of its collective curves
// t = alpha + x + s0^g x^(1-g), one set per generation.
#pragma once

#include "core/catalogue/fact.h"

namespace roofplan {

/// In-switch reduction (NVLS/SHARP): all-reduce only.
struct SwitchReduction {
    Sourced<Seconds> startup;     ///< aN, on top of the base latency
    Sourced<Bandwidth> bandwidth; ///< wN, an algorithm bandwidth, independent of the rank count
    Sourced<Seconds> fill;        ///< sN, per rank

    bool operator==(const SwitchReduction&) const = default;
};

/// What joins the GPUs of a domain: NVLink with NVSwitch, where every GPU reaches every other at
/// full rate; or PCIe, where the GPUs of a server have no NVLink.
struct NvlinkFabric {
    std::string id;
    std::string name;
    std::string family = "NVLink";    ///< "NVLink", "PCIe": how the bound is shown
    Sourced<Bandwidth> bandwidth;     ///< per GPU, one direction, datasheet
    Sourced<Seconds> baseLatency;     ///< a0
    Sourced<Seconds> stepLatency;     ///< as, per ring step
    Sourced<Bandwidth> ringBandwidth; ///< w, asymptote of the ring
    Sourced<Seconds> fill;            ///< s0
    Sourced<Seconds> pairLatency;     ///< aA, all-to-all
    Sourced<Bandwidth> pairBandwidth; ///< wA
    Sourced<Seconds> pairFill;        ///< sA
    std::optional<SwitchReduction> switchReduction;

    bool operator==(const NvlinkFabric&) const = default;
};

/// EFA, InfiniBand, RoCE: the network between NVLink domains. Its rate belongs to the instance.
struct NetworkFabric {
    std::string id;
    std::string name;
    std::string family;             ///< "EFA", "InfiniBand": how the bound is shown
    Sourced<Seconds> hopLatency;    ///< an
    Sourced<Seconds> fill;          ///< s0f
    Sourced<double> usableFraction; ///< share of the NIC rate that large messages reach

    bool operator==(const NetworkFabric&) const = default;
};

} // namespace roofplan

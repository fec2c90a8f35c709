// A GPU: dense peaks by precision, memory as the driver shows it, bandwidth, units.
#pragma once

#include "core/architecture/precision.h"
#include "core/catalogue/fact.h"

#include <array>
#include <string>
#include <vector>

namespace roofplan {

/// Absent hardware is Unsupported; a figure nobody published is Unknown; neither is zero.
enum class PeakState { Unknown, Unsupported, Known };

struct Peak {
    PeakState state = PeakState::Unknown;
    FlopRate rate; ///< dense, FLOP/s
    FactId fact = FactId::None;

    bool operator==(const Peak&) const = default;
};

struct Gpu {
    std::string id;
    std::string name;
    std::vector<std::string> aliases; ///< what measurements call it: "H100-SXM-80GB"
    std::string efficiencyProfile;    ///< id, "hopper"
    std::string nvlink;               ///< id of what joins the GPUs of a domain
    bool announced = false;           ///< not sold yet: figures are the vendor's promise
    std::array<Peak, precisionNames.size()> peaks; ///< by Precision
    Sourced<Bytes> memory;                         ///< visible to a job before any context
    Sourced<Bandwidth> hbmBandwidth;               ///< datasheet peak
    Sourced<double> multiprocessors;               ///< SMs
    std::optional<Sourced<Bytes>> l2Cache;
    std::optional<Sourced<double>> boostClock; ///< Hz
    std::optional<Sourced<Power>> thermalDesignPower;
    std::optional<Sourced<Bandwidth>> hostLink; ///< to the host's memory, one direction

    bool operator==(const Gpu&) const = default;

    [[nodiscard]] const Peak& peak(Precision precision) const {
        return peaks[static_cast<std::size_t>(precision)];
    }
};

} // namespace roofplan

// The two tiers that collectives run over, as plain numbers, and what one call of a collective
// takes.
#pragma once

#include "core/catalogue/fabric.h"
#include "core/result/bound.h"
#include "core/result/derivation.h"
#include "core/units/quantity.h"

namespace roofplan {

/// Scales are what-ifs of the link rates, 1 else; latencies stay.
struct Links {
    const NvlinkFabric* nvlink = nullptr;
    const NetworkFabric* network = nullptr;
    Bandwidth nic; ///< E/o: NIC rate a GPU, one direction, after oversubscription
    FactId nicFact = FactId::None;
    double oversubscription = 1.0; ///< o, of the network above the NICs
    FactId oversubscriptionFact = FactId::None;
    double nvlinkScale = 1.0;

    /// Usable NIC rate, E' in the formulas.
    [[nodiscard]] Bandwidth usableNic() const { return nic * network->usableFraction.value; }
};

/// t = alpha + x + s0^g·x^(1−g): latency, wire time and the fill of a chunked pipeline, g = 0.5
/// inside an NVLink domain and 0.63 across.
struct CollectiveCost {
    Seconds time;
    Seconds latency; ///< alpha
    Seconds wire;    ///< x
    Seconds fill;    ///< s0
    Bytes nvlink;    ///< sent by each GPU
    Bytes network;   ///< sent by each GPU
    Bound bound = Bound::Nvlink;
    Formula formula = Formula::NoTransfer;
};

/// Time of a pipeline with latency, wire time and fill constant; `share` is g.
[[nodiscard]] Seconds filledTime(Seconds latency, Seconds wire, Seconds fill, double share);

/// The usable NIC rate as an input, with its facts; where the network is oversubscribed also what
/// it came from.
void addNicRate(Derivation& derivation, const Links& links);

inline constexpr double fillShareInDomain = 0.5;
inline constexpr double fillShareAcross = 0.63;

} // namespace roofplan

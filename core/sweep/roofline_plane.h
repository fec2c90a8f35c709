// The roofline of a distributed system: FLOPs, HBM traffic and network traffic on one plane.
// Checconi, Tithi, Petrini: Ridgeline, arXiv 2209.01368.
#pragma once

#include "core/result/result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace roofplan {

/// Rates of one GPU: P FLOP/s, M bytes/s of HBM, N bytes/s of a network, one way. With x = bytes of
/// HBM a byte of the network and y = FLOPs a byte of HBM, work whose parts overlap perfectly takes
/// max(F/P, B_M/M, B_N/N).
struct PlaneRates {
    double compute = 0.0;
    double hbm = 0.0;
    double network = 0.0;

    /// M/N: left of it the network takes longer than HBM.
    [[nodiscard]] double cornerX() const { return hbm / network; }

    /// P/M: below it HBM takes longer than compute.
    [[nodiscard]] double cornerY() const { return compute / hbm; }

    /// P/N = x·y where network and compute take as long as each other.
    [[nodiscard]] double hyperbola() const { return compute / network; }

    /// What work of these intensities is bound by: Compute, Hbm, or Network for the plane's tier.
    [[nodiscard]] Bound region(double x, double y) const;

    /// min(P, M·y, N·x·y), FLOP/s.
    [[nodiscard]] double attained(double x, double y) const;

    bool operator==(const PlaneRates&) const = default;
};

/// A term of the step, with all that lies below it.
struct PlanePoint {
    std::size_t term = 0; ///< index into Result::terms
    double flops = 0.0;
    double hbm = 0.0;                      ///< bytes
    double network = 0.0;                  ///< bytes that this GPU sends over the plane's tier
    double arithmeticIntensity = 0.0;      ///< y
    std::optional<double> memoryIntensity; ///< x; none where nothing is sent: right of every plane
    Bound bound = Bound::Compute;          ///< Nvlink or Network where the plane's tier binds

    bool operator==(const PlanePoint&) const = default;
};

struct RooflinePlane {
    Bound tier = Bound::Network; ///< Nvlink or Network
    PlaneRates datasheet;
    PlaneRates achievable;
    /// The step first, then passes and operators in the order of the terms; what neither computes
    /// nor moves HBM (collectives, gaps) has no place on it. Regions are of the datasheet.
    std::vector<PlanePoint> points;

    bool operator==(const RooflinePlane&) const = default;
};

/// One plane for each of NVLink and the network that the cluster has; empty without terms.
[[nodiscard]] std::vector<RooflinePlane> rooflinePlanes(const Result& result);

} // namespace roofplan

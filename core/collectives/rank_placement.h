// Where the ranks of a parallel group sit: TP innermost, then CP, then DP, PP outermost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace roofplan {

/// `ranks` GPUs over `domains` NVLink domains, at least `perDomain` of them in each: the domain
/// that holds fewest has the fewest rails and sets the pace.
struct Placement {
    std::int64_t ranks = 1;
    std::int64_t domains = 1;
    std::int64_t perDomain = 1;

    bool operator==(const Placement&) const = default;
};

/// The worst-placed of the groups of `ranks` whose neighbours lie `stride` GPUs apart, on NVLink
/// domains of `domain` GPUs. Groups follow each other without gaps, so one that neither divides the
/// domain nor is a multiple of it straddles a border somewhere.
[[nodiscard]] inline Placement
placeGroup(std::int64_t ranks, std::int64_t stride, std::int64_t domain) {
    if (stride >= domain) {
        return {.ranks = ranks, .domains = ranks, .perDomain = 1};
    }
    if (domain % stride != 0) {
        const std::int64_t touched = (ranks * stride + domain - 1) / domain + 1;
        return {.ranks = ranks, .domains = std::min(ranks, touched), .perDomain = 1};
    }
    const std::int64_t places = domain / stride;
    if (places % ranks == 0) {
        return {.ranks = ranks, .domains = 1, .perDomain = ranks};
    }
    // Groups start at multiples of this many places, and a border cuts such a multiple off.
    const std::int64_t step = std::gcd(ranks, places);
    return {.ranks = ranks, .domains = (ranks + 2 * places - step - 1) / places, .perDomain = step};
}

/// Whether `groupGpus` consecutive GPUs always lie in one NVLink domain.
[[nodiscard]] inline bool staysInDomain(std::int64_t groupGpus, std::int64_t domain) {
    return groupGpus <= domain && domain % groupGpus == 0;
}

} // namespace roofplan

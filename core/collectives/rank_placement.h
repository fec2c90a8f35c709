// Where the ranks of a parallel group sit: TP innermost, then CP, then DP, PP outermost.
#pragma once

#include <algorithm>
#include <cstdint>

namespace roofplan {

/// `ranks` GPUs over `domains` NVLink domains, `perDomain` of them in each.
struct Placement {
    std::int64_t ranks = 1;
    std::int64_t domains = 1;
    std::int64_t perDomain = 1;

    bool operator==(const Placement&) const = default;
};

/// A group of `ranks` whose neighbours lie `stride` GPUs apart, on NVLink domains of `domain` GPUs.
[[nodiscard]] inline Placement
placeGroup(std::int64_t ranks, std::int64_t stride, std::int64_t domain) {
    const std::int64_t fitting =
        std::max<std::int64_t>(1, domain / std::max<std::int64_t>(1, stride));
    const std::int64_t perDomain = std::min(ranks, fitting);
    return {.ranks = ranks, .domains = (ranks + perDomain - 1) / perDomain, .perDomain = perDomain};
}

/// Whether a GPU and the one `stride` GPUs further share an NVLink domain for every GPU that has
/// one.
[[nodiscard]] inline bool
neighbourInDomain(std::int64_t stride, std::int64_t groupGpus, std::int64_t domain) {
    return stride < groupGpus && groupGpus <= domain;
}

} // namespace roofplan

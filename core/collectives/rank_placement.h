// Where the ranks of a parallel group sit: TP innermost, then CP, then DP, PP outermost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
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

/// Of `groups` groups of `ranks` that follow each other without gaps from a border on, over domains
/// of `places` ranks, the one that holds fewest in some domain; of these the one over most domains.
[[nodiscard]] inline Placement
worstOfGroups(std::int64_t ranks, std::int64_t places, std::int64_t groups) {
    Placement worst{.ranks = ranks, .domains = 1, .perDomain = ranks};
    const std::int64_t period = places / std::gcd(ranks, places); // then they repeat
    for (std::int64_t group = 0; group < std::min(groups, period); ++group) {
        const std::int64_t head = std::min(ranks, places - group * ranks % places);
        const std::int64_t more = (ranks - head + places - 1) / places;
        const std::int64_t tail = more == 0 ? head : ranks - head - (more - 1) * places;
        const std::int64_t fewest = std::min(head, tail);
        if (fewest < worst.perDomain || (fewest == worst.perDomain && more + 1 > worst.domains)) {
            worst.domains = more + 1;
            worst.perDomain = fewest;
        }
    }
    return worst;
}

/// Ranks of a group that starts `offset` GPUs into a domain and whose neighbours lie `stride`
/// apart, over domains that the stride does not divide: how many domains it touches, and how few of
/// it stand in one of them.
[[nodiscard]] inline Placement
spreadGroup(std::int64_t ranks, std::int64_t stride, std::int64_t domain, std::int64_t offset) {
    const auto before = [&](std::int64_t border) { // ranks in front of it
        return std::clamp<std::int64_t>((border - offset + stride - 1) / stride, 0, ranks);
    };
    // Neighbours lie closer than a domain is large: none is skipped once the group has begun.
    const std::int64_t first = offset / domain;
    const std::int64_t last = (offset + (ranks - 1) * stride) / domain;
    Placement spread{.ranks = ranks, .domains = last - first + 1, .perDomain = ranks};
    const auto look = [&](std::int64_t index) {
        const std::int64_t here = before((index + 1) * domain) - before(index * domain);
        spread.perDomain = std::min(spread.perDomain, here);
    };
    // Between the ends the counts repeat.
    const std::int64_t period = stride / std::gcd(stride, domain);
    for (std::int64_t index = first; index <= std::min(last, first + period); ++index) {
        look(index);
    }
    look(last);
    return spread;
}

/// The worst of `groups` blocks of groups; those of a block share its GPUs, each an offset on.
[[nodiscard]] inline Placement
worstOfOffsets(std::int64_t ranks, std::int64_t stride, std::int64_t domain, std::int64_t groups) {
    Placement worst{.ranks = ranks, .domains = 1, .perDomain = ranks};
    const std::int64_t period = domain / std::gcd(ranks * stride, domain); // then they repeat
    for (std::int64_t group = 0; group < std::min(groups, period); ++group) {
        const std::int64_t start = group * ranks * stride % domain;
        for (std::int64_t offset = start; offset < start + stride; ++offset) {
            const Placement here = spreadGroup(ranks, stride, domain, offset);
            if (here.perDomain < worst.perDomain ||
                (here.perDomain == worst.perDomain && here.domains > worst.domains)) {
                worst = here;
            }
        }
    }
    return worst;
}

/// The worst-placed of `groups` groups of `ranks` whose neighbours lie `stride` GPUs apart, on
/// NVLink domains of `domain` GPUs. Groups follow each other without gaps, so one that neither
/// divides the domain nor is a multiple of it may straddle a border. A last domain that is not full
/// needs no other rule: ranks fill the domains in order.
[[nodiscard]] inline Placement
placeGroup(std::int64_t ranks,
           std::int64_t stride,
           std::int64_t domain,
           std::int64_t groups = std::numeric_limits<std::int64_t>::max()) {
    if (stride >= domain) {
        return {.ranks = ranks, .domains = ranks, .perDomain = 1};
    }
    if (domain % stride != 0) {
        return worstOfOffsets(ranks, stride, domain, groups);
    }
    const std::int64_t places = domain / stride;
    if (places % ranks == 0) {
        return {.ranks = ranks, .domains = 1, .perDomain = ranks};
    }
    return worstOfGroups(ranks, places, groups);
}

/// Whether `groupGpus` consecutive GPUs always lie in one NVLink domain.
[[nodiscard]] inline bool staysInDomain(std::int64_t groupGpus, std::int64_t domain) {
    return groupGpus <= domain && domain % groupGpus == 0;
}

} // namespace roofplan

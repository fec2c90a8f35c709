// Every rank sends a part to every other: the dispatch and combine of experts, head exchange.
#pragma once

#include "core/collectives/link_model.h"
#include "core/collectives/rank_placement.h"

namespace roofplan {

/// What one rank sends in an all-to-all over `group`.
struct AllToAllBytes {
    Bytes inside;  ///< to ranks of its own NVLink domain
    Bytes outside; ///< over the network
};

/// Each rank's buffer S in equal parts to all n ranks, itself included: S·(g−1)/n stays in the
/// domain of g, S·(n−g)/n leaves it.
[[nodiscard]] AllToAllBytes evenAllToAll(Bytes buffer, const Placement& group);

/// Copies of a token that leave for `places` equally likely destinations when it goes to K of them
/// and is sent once to each: places·(1 − (1 − 1/places)^K).
[[nodiscard]] double expectedDestinations(double places, double choices);

/// How a mixture of experts sends tokens.
enum class DispatchCopies {
    PerExpert, ///< plain all-to-all: a copy for each chosen expert
    PerDomain, ///< once to each NVLink domain, and there once to each rank (DeepEP, HybridEP)
};

/// Bytes a rank sends for `token` bytes (all its tokens once) to K experts of n ranks. With
/// PerDomain a token goes once to each foreign domain, at most `mostDomains` of them (node-limited
/// routing, 0 for no limit), and from there once to each rank.
[[nodiscard]] AllToAllBytes dispatchBytes(Bytes tokens,
                                          double choices,
                                          DispatchCopies copies,
                                          double mostDomains,
                                          const Placement& group);

/// Inside a domain F(a0 + aA, x/wA, sA) with x the bytes a rank sends; across domains
/// F(a0 + aA + 2·an + 0.5·(n − g), max(outside/E', inside/wA), 0.3·s0f): a microsecond for every
/// two remote ranks. Source: collective curves of specs/fabrics; dispatch counts after DeepSeek-V3,
/// arXiv 2412.19437 section 3.2.2.
[[nodiscard]] CollectiveCost
allToAll(const AllToAllBytes& bytes, const Placement& group, const Links& links);

/// The plain collective of the library on a buffer S of each rank, as nccl-tests times it: the part
/// that stays with the rank is copied too, 0.48·S/n more inside a domain, S/n across.
[[nodiscard]] CollectiveCost allToAll(Bytes buffer, const Placement& group, const Links& links);

[[nodiscard]] Derivation deriveAllToAll(const CollectiveCost& cost,
                                        const AllToAllBytes& bytes,
                                        const Placement& group,
                                        const Links& links);

} // namespace roofplan

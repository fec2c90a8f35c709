// All-reduce, reduce-scatter and all-gather over NVLink and the network.
// S is the full buffer in bytes as nccl-tests counts it: the reduced vector, the gathered result.
#pragma once

#include "core/collectives/link_model.h"
#include "core/collectives/rank_placement.h"

namespace roofplan {

/// The fastest of the algorithms the library has. With n ranks over N domains of g:
///   inside a domain  ring  F(a0 + 2(n−1)·as, (2(n−1)/n·S + 0.48·S/n)/w, s0)
///                    NVLS  F(a0 + aN, S/wN, sN·n), n > 4 where the switch reduces
///   across           ring  F(a0 + 2[(n−N)·as + N·an], max((f·S + 0.48·S/n)/w, f·S/(g·E')), s0f)
///                    tree  F(a0 + 2(g−1)·as + 2·ceil(log2 N)·an, max(S/wN, c·S/(g·E')), s0f),
///                          c = 1 at two domains, 2 beyond; without NVLS S/wN is 2·S·(g−1)/(g·w)
/// Source: collective curves of specs/fabrics (604 published nccl-tests rows, 4.5 % median error).
[[nodiscard]] CollectiveCost allReduce(Bytes buffer, const Placement& group, const Links& links);

/// The ring alone, as where the library is told to use no other.
[[nodiscard]] CollectiveCost
ringAllReduce(Bytes buffer, const Placement& group, const Links& links);

/// Reduce-scatter or all-gather, f = (n−1)/n:
///   inside a domain  F(a0 + (n−1)·as, (f·S + 0.48·S/n)/w, s0)
///   across           F(a0 + (g−1)·as + ceil(log2 N)·an, max(f·S/(1.2·w), f·S/(g·E')), s0f)
[[nodiscard]] CollectiveCost
gatherOrScatter(Bytes buffer, const Placement& group, const Links& links);

/// The formula, numbers and facts behind a collective.
[[nodiscard]] Derivation deriveCollective(const CollectiveCost& cost,
                                          Bytes buffer,
                                          const Placement& group,
                                          const Links& links);

} // namespace roofplan

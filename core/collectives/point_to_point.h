// One GPU sends to one other: pipeline stages, later ring attention and KV transfer.
#pragma once

#include "core/collectives/link_model.h"

namespace roofplan {

/// Inside a domain F(a0, S/wA, sA); across it F(a0 + an, S/E', s0f).
/// Source: send/receive rows of the collective curves of specs/fabrics; across nodes few were
/// published.
[[nodiscard]] CollectiveCost sendReceive(Bytes message, bool overNetwork, const Links& links);

[[nodiscard]] Derivation
deriveSendReceive(const CollectiveCost& cost, Bytes message, bool overNetwork, const Links& links);

} // namespace roofplan

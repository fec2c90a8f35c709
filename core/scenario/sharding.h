// Over which replicas parameters and states are sharded.
#pragma once

#include "core/scenario/scenario.h"

#include <algorithm>
#include <cstdint>

namespace roofplan {

[[nodiscard]] constexpr bool shardsParameters(ZeroStage zero) {
    return zero == ZeroStage::Fsdp || zero == ZeroStage::Hsdp;
}

/// HSDP divides over the replicas that stand in one NVLink domain of `domain` GPUs: neighbours of
/// `replicas` lie `stride` GPUs apart.
[[nodiscard]] constexpr std::int64_t
hybridShards(std::int64_t replicas, std::int64_t stride, std::int64_t domain) {
    return std::max<std::int64_t>(1, std::min(replicas, domain / std::min(domain, stride)));
}

} // namespace roofplan

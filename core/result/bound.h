// What limits a duration.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace roofplan {

enum class Bound : std::uint8_t { Compute, Hbm, Nvlink, Network, Storage, Latency, Bubble };

struct BoundName {
    Bound bound;
    std::string_view key; ///< of the machine contract
    std::string_view label;
};

inline constexpr std::array<BoundName, 7> boundNames{{
    {Bound::Compute, "compute", "compute"},
    {Bound::Hbm, "hbm", "HBM"},
    {Bound::Nvlink, "nvlink", "NVLink"},
    {Bound::Network, "network", "network"},
    {Bound::Storage, "storage", "storage"},
    {Bound::Latency, "latency", "latency"},
    {Bound::Bubble, "bubble", "bubble"},
}};

[[nodiscard]] constexpr std::string_view boundKey(Bound bound) {
    return boundNames[static_cast<std::size_t>(bound)].key;
}

} // namespace roofplan

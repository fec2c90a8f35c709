// A resolved scenario on catalogue entries of its own, of which single facts can be changed: a
// catalogue copied for each fact would cost more than all evaluations.
#pragma once

#include "core/catalogue/property_tables.h"
#include "core/scenario/resolved_scenario.h"

#include <optional>

namespace roofplan {

/// Where a fact stands in the entries that a scenario points to.
struct FactSlot {
    enum class Holder { Gpu, Nvlink, Network, Instance, Profile, Stack, ListPrice };

    Holder holder{};
    std::size_t property = 0; ///< row of the holder's table; of a price none
    Limit limit = Limit::Positive;
};

class ScenarioCopy {
public:
    explicit ScenarioCopy(const ResolvedScenario& original);

    // The scenario points into the copy.
    ScenarioCopy(const ScenarioCopy&) = delete;
    ScenarioCopy& operator=(const ScenarioCopy&) = delete;

    [[nodiscard]] const ResolvedScenario& scenario() const { return m_scenario; }

    [[nodiscard]] std::optional<FactSlot> find(const Fact& fact, FactId id) const;

    /// Brings a changed fact to the member that it fills, as the catalogue's reader does, and to
    /// what the resolution made of it.
    void store(const FactSlot& slot, const Fact& fact, FactId id);

    void setPrice(Price price) { m_scenario.price->value = price; }

    void setNetworkBandwidth(Bandwidth rate) { m_scenario.networkBandwidth.value = rate; }

private:
    ResolvedScenario m_scenario;
    Gpu m_gpu;
    NvlinkFabric m_nvlink;
    std::optional<InstanceType> m_instance;
    std::optional<NetworkFabric> m_network;
    EfficiencyProfile m_profile;
    Stack m_stack;
};

} // namespace roofplan

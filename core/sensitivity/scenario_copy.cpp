#include "core/sensitivity/scenario_copy.h"

#include <algorithm>

namespace roofplan {

namespace {

template <typename Entry>
std::optional<FactSlot> findIn(FactSlot::Holder holder,
                               std::span<const Property<Entry>> table,
                               const Entry& entry,
                               const Fact& fact) {
    if (entry.id != fact.entry) {
        return std::nullopt;
    }
    const auto row = std::ranges::find_if(table, [&fact](const Property<Entry>& property) {
        return property.row.key == fact.property;
    });
    if (row == table.end()) {
        return std::nullopt;
    }
    return FactSlot{.holder = holder,
                    .property = static_cast<std::size_t>(row - table.begin()),
                    .limit = row->row.limit};
}

} // namespace

ScenarioCopy::ScenarioCopy(const ResolvedScenario& original)
    : m_scenario(original),
      m_gpu(*original.gpu),
      m_nvlink(*original.nvlink),
      m_profile(*original.profile),
      m_stack(*original.stack) {
    m_scenario.diagnostics.clear();
    m_scenario.gpu = &m_gpu;
    m_scenario.nvlink = &m_nvlink;
    m_scenario.profile = &m_profile;
    m_scenario.stack = &m_stack;
    if (original.instance != nullptr) {
        m_scenario.instance = &m_instance.emplace(*original.instance);
    }
    if (original.network != nullptr) {
        m_scenario.network = &m_network.emplace(*original.network);
    }
}

std::optional<FactSlot> ScenarioCopy::find(const Fact& fact, FactId id) const {
    using Holder = FactSlot::Holder;
    if (m_scenario.price && m_scenario.price->fact == id) {
        return FactSlot{.holder = Holder::ListPrice};
    }
    std::optional<FactSlot> slot = findIn(Holder::Gpu, gpuProperties(), m_gpu, fact);
    if (!slot) {
        slot = findIn(Holder::Nvlink, nvlinkProperties(), m_nvlink, fact);
    }
    if (!slot && m_network) {
        slot = findIn(Holder::Network, networkProperties(), *m_network, fact);
    }
    if (!slot && m_instance) {
        slot = findIn(Holder::Instance, instanceProperties(), *m_instance, fact);
    }
    if (!slot) {
        slot = findIn(Holder::Profile, efficiencyProperties(), m_profile, fact);
    }
    return slot ? slot : findIn(Holder::Stack, stackProperties(), m_stack, fact);
}

void ScenarioCopy::store(const FactSlot& slot, const Fact& fact, FactId id) {
    switch (slot.holder) {
    case FactSlot::Holder::Gpu:
        gpuProperties()[slot.property].store(m_gpu, fact, id);
        break;
    case FactSlot::Holder::Nvlink:
        nvlinkProperties()[slot.property].store(m_nvlink, fact, id);
        break;
    case FactSlot::Holder::Network:
        networkProperties()[slot.property].store(*m_network, fact, id);
        break;
    case FactSlot::Holder::Instance:
        instanceProperties()[slot.property].store(*m_instance, fact, id);
        m_scenario.oversubscription = m_instance->oversubscription.value_or(Sourced<double>{1.0});
        m_scenario.networkBandwidth.value =
            m_instance->networkBandwidth.value / m_scenario.oversubscription.value;
        break;
    case FactSlot::Holder::Profile:
        efficiencyProperties()[slot.property].store(m_profile, fact, id);
        break;
    case FactSlot::Holder::Stack:
        stackProperties()[slot.property].store(m_stack, fact, id);
        break;
    case FactSlot::Holder::ListPrice:
        setPrice(Price(fact.used));
        break;
    }
}

} // namespace roofplan

// A scenario with its ids replaced by what they name and its plan completed: once per scenario, so
// that an evaluation looks nothing up.
#pragma once

#include "core/architecture/parameter_count.h"
#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
#include "core/scenario/findings.h"
#include "core/scenario/scenario.h"

namespace roofplan {

/// Multipliers on hardware rates for "what if it were twice as fast". All 1 in an answer.
struct ResourceScale {
    double compute = 1.0;
    double hbm = 1.0;
    double nvlink = 1.0;
    double network = 1.0;

    bool operator==(const ResourceScale&) const = default;
};

/// A second currency for the cost, as the user gave it.
struct Conversion {
    std::string currency; ///< ISO 4217 code
    double rate = 1.0;    ///< units per USD
    std::string date;     ///< of the rate

    bool operator==(const Conversion&) const = default;
};

/// Points into the catalogue it was resolved against, which must outlive it. Numbers of a custom
/// cluster have no fact: the user gave them.
struct ResolvedScenario {
    const Transformer* model = nullptr;
    const Gpu* gpu = nullptr;
    const InstanceType* instance = nullptr; ///< null for a custom cluster
    const NvlinkFabric* nvlink = nullptr;
    const NetworkFabric* network =
        nullptr; ///< null where nothing leaves the domain and none is named
    const EfficiencyProfile* profile = nullptr;
    const Stack* stack = nullptr;
    const PurchaseRules* purchaseRules =
        nullptr; ///< terms of the price plan, null where it has none
    ParameterCount parameters;
    Workload workload;
    StackChoices choices;       ///< preset with the scenario's overrides
    ParallelPlan plan;          ///< with dataParallel
    std::int64_t instances = 0; ///< servers or whole UltraServers; nodes of a custom cluster
    std::int64_t gpus = 0;
    Sourced<std::int64_t> gpusPerInstance;
    Sourced<std::int64_t> nvlinkDomain{
        1};                              ///< GPUs of a domain, all of them where the job has fewer
    std::int64_t domainCapacity = 1;     ///< GPUs that a domain could hold
    Sourced<Bandwidth> networkBandwidth; ///< a GPU, one direction, after oversubscription
    Sourced<double> oversubscription{1.0}; ///< of the network above the NICs
    std::int64_t microBatches = 1; ///< a step and data-parallel rank, the last may be partial
    PricePlan pricePlan = PricePlan::OnDemand;
    std::optional<Sourced<Price>> price; ///< list price of an instance; of a GPU where it is Own
    const Source* priceSource = nullptr; ///< of the list price
    double discount = 0.0;               ///< share of the list price
    std::optional<Conversion> conversion;
    ResourceScale scale;
    double softwareAge = 0.0;   ///< years before the reference date of the stack facts
    double machineDerate = 1.0; ///< GEMM rate of this machine over that of its kind
    Diagnostics diagnostics;    ///< remarks where they are wanted; errors end the resolution

    /// Several servers that are sold as one.
    [[nodiscard]] bool ultraServer() const {
        return instance != nullptr && instance->members && instance->members->value > 1.0;
    }

    /// What a GPU reaches the host's memory over, one direction; 0 where nothing is known.
    [[nodiscard]] Sourced<Bandwidth> hostLink() const {
        if (instance != nullptr && instance->hostLink) {
            return *instance->hostLink;
        }
        return gpu->hostLink.value_or(Sourced<Bandwidth>{});
    }

    /// Of one server; absent where nobody says.
    [[nodiscard]] std::optional<Sourced<Bytes>> hostMemory() const {
        if (instance == nullptr || !instance->hostMemory) {
            return std::nullopt;
        }
        Sourced<Bytes> memory = *instance->hostMemory;
        memory.value = memory.value / (ultraServer() ? instance->members->value : 1.0);
        return memory;
    }

    /// GPUs of one server; an UltraServer is several.
    [[nodiscard]] std::int64_t gpusPerServer() const {
        const double members = ultraServer() ? instance->members->value : 1.0;
        return std::max<std::int64_t>(
            1, static_cast<std::int64_t>(static_cast<double>(gpusPerInstance.value) / members));
    }

    [[nodiscard]] double tokensPerStep() const {
        return static_cast<double>(workload.globalBatch) *
               static_cast<double>(workload.sequenceLength);
    }

    [[nodiscard]] std::int64_t dataParallel() const { return plan.dataParallel.value_or(1); }
};

/// Fails with every error at once, and the remarks where they are wanted; places are field keys.
/// What is unusual but has a price (KV heads that TP replicates, layers that PP does not divide, a
/// batch with a remainder, TP across NVLink domains, more GPUs than any cluster has, a price that
/// nobody knows) is a warning.
[[nodiscard]] Expected<ResolvedScenario>
resolve(const Scenario& scenario, const Catalogue& catalogue, Remarks remarks = Remarks::Wanted);

} // namespace roofplan

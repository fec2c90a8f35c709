// A scenario with its ids replaced by what they name and its plan completed: once per scenario, so
// that an evaluation looks nothing up.
#pragma once

#include "core/architecture/parameter_count.h"
#include "core/base/expected.h"
#include "core/catalogue/catalogue.h"
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

/// Points into the catalogue it was resolved against, which must outlive it.
struct ResolvedScenario {
    const Transformer* model = nullptr;
    const Gpu* gpu = nullptr;
    const InstanceType* instance = nullptr;
    const NvlinkFabric* nvlink = nullptr;
    const NetworkFabric* network = nullptr;
    const EfficiencyProfile* profile = nullptr;
    const Stack* stack = nullptr;
    ParameterCount parameters;
    Workload workload;
    StackChoices choices; ///< preset with the scenario's overrides
    ParallelPlan plan;    ///< with dataParallel
    std::int64_t instances = 0;
    std::int64_t gpus = 0;
    std::int64_t nvlinkDomain = 1;       ///< GPUs
    std::int64_t microBatches = 1;       ///< a step and data-parallel rank, the last may be partial
    std::optional<Sourced<Price>> price; ///< an instance
    ResourceScale scale;
    Diagnostics diagnostics; ///< warnings; errors end the resolution

    [[nodiscard]] double tokensPerStep() const {
        return static_cast<double>(workload.globalBatch) *
               static_cast<double>(workload.sequenceLength);
    }

    [[nodiscard]] std::int64_t dataParallel() const { return plan.dataParallel.value_or(1); }
};

/// Fails with every finding at once; places are field keys. What is unusual but has a price (KV
/// heads that TP replicates, layers that PP does not divide, a batch with a remainder, TP across
/// NVLink domains) is a warning.
[[nodiscard]] Expected<ResolvedScenario> resolve(const Scenario& scenario,
                                                 const Catalogue& catalogue);

} // namespace roofplan

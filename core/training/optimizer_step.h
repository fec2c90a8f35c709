// Adam: reads gradients, master weights and moments, writes them back; clips by the global norm.
#pragma once

#include "core/result/term_sink.h"
#include "core/training/training_context.h"

namespace roofplan {

/// bytes = 30·shard + 8·local parameters with ZeRO-1, 46·local without; t = p-norm of
/// bytes/(W·eta_m) + gaps and the host's launches. The 30 bytes: gradient, master weight and two
/// moments read (16), three of them (12) and the 2-byte weight written. The 8: gradient norm and
/// clearing. Offloaded states (12 bytes of the shard each way) take at least their time on the link
/// to the host.
struct OptimizerCost {
    Seconds time;
    Seconds device;
    Seconds host;
    Seconds link; ///< states that stream from and to the host's memory, 0 where they stay
    Bytes bytes;
    Bound bound = Bound::Hbm; ///< latency where the host is slower than the device
    double shard = 0.0;       ///< parameters this GPU updates
    double local = 0.0;       ///< parameters this GPU holds
};

/// `trained` parameters on the GPU that holds most of them.
[[nodiscard]] OptimizerCost optimizerCost(const TrainingContext& context,
                                          const LocalParameters& trained);

void recordOptimizer(const TrainingContext& context,
                     const OptimizerCost& cost,
                     std::int32_t parent,
                     TermSink& sink);

} // namespace roofplan

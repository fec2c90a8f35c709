// One pass (forward or backward) of one micro-batch over a piece of the model: a layer, the
// embedding or the head. Kernels, gaps between them, exchanges with other ranks, and the host that
// launches it all.
#pragma once

#include "core/result/term_sink.h"
#include "core/training/layer_transfers.h"

#include <array>

namespace roofplan {

using BoundSeconds = std::array<double, boundNames.size()>;

/// time = (device^p + host^p)^(1/p) with device = kernels + gaps + exposed exchanges; p is smaller
/// where token counts are read back to the host.
/// Source: study of published training steps, specs/stacks (host_exponent).
struct PassCost {
    Seconds time;
    Seconds device;
    Seconds host;
    Seconds gaps;
    double gapCount = 0.0;
    double launches = 0.0;       ///< of the dense path
    double expertLaunches = 0.0; ///< of the expert path
    double hostExponent = 1.0;
    PassTransfers transfers;
    BoundSeconds bounds{}; ///< exposed seconds by what binds them
    Seconds exposedNvlink; ///< exchanges that stay in the domain
    Seconds exposedNetwork;
};

[[nodiscard]] PassCost passCost(const TrainingContext& context, Piece piece, Pass pass);

/// Leaves the terms of `cost` under `parent`, each `calls` times a step.
void recordPass(const TrainingContext& context,
                Piece piece,
                Pass pass,
                const PassCost& cost,
                double calls,
                std::int32_t parent,
                TermSink& sink);

/// (a^p + b^p)^(1/p)
[[nodiscard]] Seconds normSum(Seconds a, Seconds b, double exponent);

} // namespace roofplan

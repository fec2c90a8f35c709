// One pass (forward or backward) of one micro-batch over a piece of the model: a layer, the
// embedding or the head. Kernels, gaps between them, exchanges with other ranks, and the host that
// launches it all.
#pragma once

#include "core/result/term_sink.h"
#include "core/training/layer_launches.h"
#include "core/training/layer_transfers.h"

#include <array>

namespace roofplan {

using BoundSeconds = std::array<double, boundNames.size()>;

/// What of a pass neither pipeline nor data parallelism changes: kernels, the gaps between them,
/// tensor, expert and context exchanges.
struct PassWork {
    Seconds kernels; ///< and the gaps between them
    Seconds device;  ///< with exposed exchanges
    Seconds attention;
    Seconds gaps;
    double gapCount = 0.0;
    double gemms = 0.0;
    AfterExchanges after;
    BoundSeconds bounds{}; ///< exposed seconds by what binds them
    Seconds exposedNvlink; ///< exchanges that stay in the domain
    Seconds exposedNetwork;
};

[[nodiscard]] PassWork passWork(const TrainingContext& context, Piece piece, Pass pass);

/// time = (device^p + host^p)^(1/p) with device = kernels + gaps + exposed exchanges; p is smaller
/// where token counts are read back to the host.
/// Source: study of published training steps, specs/stacks (host_exponent).
struct PassCost {
    PassWork work; ///< with shards and what goes to the host
    Seconds time;
    Seconds host;
    Launches launches;
    double hostExponent = 1.0;
};

/// `work` of the same plan, or of one that differs in what leaves it alone.
[[nodiscard]] PassCost
passCost(const TrainingContext& context, Piece piece, Pass pass, const PassWork& work);

[[nodiscard]] inline PassCost passCost(const TrainingContext& context, Piece piece, Pass pass) {
    return passCost(context, piece, pass, passWork(context, piece, pass));
}

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

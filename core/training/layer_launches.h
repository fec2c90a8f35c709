// What the host launches for one pass of one micro-batch over a piece of the model.
#pragma once

#include "core/base/function_ref.h"
#include "core/training/piece.h"
#include "core/training/training_context.h"

namespace roofplan {

/// A fact about launches, `times` of them.
struct LaunchPart {
    Sourced<double> each;
    double times = 1.0;
    bool expertPath = false;
};

/// Launches of the two paths.
struct Launches {
    double dense = 0.0;
    double expertPath = 0.0;
};

/// Beside the GEMMs, which count themselves: the kernels of a layer, more with tensor and context
/// parallelism, sharded parameters, latent attention, 8- or 4-bit linears, adapters, experts. Full
/// recomputation launches the forward ones again. Source: study of published training steps,
/// specs/stacks.
void visitLaunches(const TrainingContext& context,
                   Piece piece,
                   Pass pass,
                   FunctionRef<void(const LaunchPart&)> visit);

/// Their sums.
[[nodiscard]] Launches passLaunches(const TrainingContext& context, Piece piece, Pass pass);

} // namespace roofplan

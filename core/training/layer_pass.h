// One pass (forward or backward) of one micro-batch over a piece of the model: a layer, the
// embedding or the head. Kernels, gaps between them, TP collectives, and the host that launches it
// all.
#pragma once

#include "core/result/term_sink.h"
#include "core/training/training_context.h"

#include <array>

namespace roofplan {

/// A piece of the model: a layer kind, or what stands before and after the layers.
struct Piece {
    enum class Part : std::uint8_t { Layer, Embedding, Head };

    Part part = Part::Layer;
    std::int16_t kind = -1; ///< index of the layer kind
};

enum class Pass : std::uint8_t { Forward, Backward };

using BoundSeconds = std::array<double, boundNames.size()>;

/// time = (device^p + host^p)^(1/p) with device = kernels + gaps + exposed TP traffic.
/// Source: study of published training steps, specs/stacks (host_exponent).
struct PassCost {
    Seconds time;
    Seconds device;
    Seconds host;
    Seconds gaps;
    double gapCount = 0.0;
    CollectiveCost tensor; ///< one TP collective
    double tensorCalls = 0.0;
    double launches = 0.0;
    BoundSeconds bounds{}; ///< exposed seconds by what binds them

    [[nodiscard]] Seconds tensorBusy() const { return tensor.time * tensorCalls; }
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

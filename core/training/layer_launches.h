// What the host launches for one pass of one micro-batch over a piece of the model.
#pragma once

#include "core/training/piece.h"
#include "core/training/training_context.h"

#include <array>

namespace roofplan {

/// A fact about launches, `times` of them.
struct LaunchPart {
    Sourced<double> each;
    double times = 1.0;
};

struct Launches {
    static constexpr std::size_t most = 16;

    std::array<LaunchPart, most> dense{};
    std::array<LaunchPart, most> expertPath{};
    std::size_t denseCount = 0;
    std::size_t expertCount = 0;

    void addDense(Sourced<double> each, double times) {
        if (times > 0.0) {
            dense[denseCount++] = {each, times};
        }
    }

    void addExpertPath(Sourced<double> each, double times) {
        if (times > 0.0) {
            expertPath[expertCount++] = {each, times};
        }
    }

    [[nodiscard]] double denseTotal() const;
    [[nodiscard]] double expertTotal() const;
};

/// Beside the GEMMs, which count themselves: the kernels of a layer, more with tensor and context
/// parallelism, sharded parameters, latent attention, 8- or 4-bit linears, adapters, experts. Full
/// recomputation launches the forward ones again. Source: study of published training steps,
/// specs/stacks.
[[nodiscard]] Launches passLaunches(const TrainingContext& context, Piece piece, Pass pass);

} // namespace roofplan
